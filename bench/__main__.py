"""The command `python -m bench NAME ...`: a NAME is a module of this package with a click command `main`."""

from __future__ import annotations

import importlib
import pkgutil

import click

import bench


class Benches(click.Group):
    """The modules of the package as subcommands, imported when asked for (none with a leading underscore)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        modules = (module.name for module in pkgutil.iter_modules(bench.__path__))
        return sorted(name.replace("_", "-") for name in modules if name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = getattr(importlib.import_module(f"bench.{cmd_name.replace('-', '_')}"), "main", None)
        return command if isinstance(command, click.Command) else None


@click.command(cls=Benches)
def main() -> None:
    """Measure this build: speed, and node totals that are its signature."""


if __name__ == "__main__":
    main(prog_name="python -m bench")
