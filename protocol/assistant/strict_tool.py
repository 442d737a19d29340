"""Tools that refuse unknown arguments, and errors of one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import ValidationError


class StrictTool(Tool):
    """A tool whose input schema allows no further arguments. A wrong argument is named in one sentence."""

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> Any:
        """Run the tool.

        Raises:
            ToolError: an argument is wrong, or the tool refuses to do this.
        """
        try:
            self.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            raise ToolError("; ".join(map(_sentence, error.errors()))) from error
        try:
            result = await super().run(arguments, context, convert_result)
        except ToolError as error:
            if type(error) is ToolError and isinstance(error.__cause__, ToolError):
                raise error.__cause__ from None  # without the tool's name, which the caller knows
            raise
        if isinstance(result, CallToolResult) and result.structured_content is not None:
            said = TextContent(type="text", text=compact(result.structured_content))
            return result.model_copy(update={"content": [said, *result.content[1:]]})
        return result


def compact(data: object) -> str:
    """Data as JSON in one line, which costs an assistant half of what indented lines do."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _sentence(error: Any) -> str:
    """One fault of the arguments in words."""
    place = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        return f"there is no argument {place!r}"
    if error["type"] == "missing":
        return f"the argument {place!r} is missing"
    return f"{place}: {error['msg'][:1].lower()}{error['msg'][1:]}, not {str(error['input'])[:60]!r}"


def strict_tool(
    function: Callable[..., Any], title: str, *, reads: bool = False, ends: bool = False
) -> StrictTool:
    """A tool made of a function: its docstring is the description, its annotations are the schemas.

    ``reads``: it changes nothing; ``ends``: it throws something away.
    """
    notes = ToolAnnotations(title=title, read_only_hint=reads, destructive_hint=ends, open_world_hint=False)
    tool = StrictTool.from_function(function, title=title, annotations=notes, structured_output=True)
    assert isinstance(tool, StrictTool)
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool
