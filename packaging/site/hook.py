"""MkDocs hook: pages from outside docs/, shown sources, executed notebooks, and the reference."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe
import site_map
import site_notebooks
import site_reference
from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
#: Ending of a file and the language its source is coloured as; others are plain text.
LANGUAGES = {
    ".py": "python",
    ".pyx": "cython",
    ".pxd": "cython",
    ".toml": "toml",
    ".json": "json",
    ".mjs": "js",
}
#: Longest text whose syntax is coloured, in characters.
COLOURED = 30_000
#: A fence of a session that tests run; viewers of Markdown take any second word, MkDocs does not.
TRANSCRIPT = re.compile(r"^```transcript.*$", re.MULTILINE)
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
log = logging.getLogger("mkdocs.hooks.herdmind")


def source(path: str) -> str:
    """The page that shows a source file."""
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    language = LANGUAGES.get(Path(path).suffix, "text") if len(text) < COLOURED else "text"
    return f'{UNSEARCHED}# {Path(path).name}\n\n`{path}`\n\n``````{language} linenums="1"\n{text}\n``````\n'


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie in docs/ as it is."""

    def add(place: str, content: str) -> None:
        files.append(File.generated(config, place, content=content))

    for path, place in site_map.OUTSIDE.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        add(place, f"# Licence\n\n{text}" if path == "LICENSE" else text)
    notebooks = sorted((ROOT / "docs/notebooks").glob("*.py"))
    pages = [*(ROOT / path for path in site_map.OUTSIDE), *(ROOT / "docs").rglob("*.md"), *notebooks]
    for path in site_map.sources(ROOT, pages):
        add(site_map.place_of(path), source(path))
    for page in site_notebooks.execute(notebooks):
        add(f"notebooks/{page.name}.md", page.text)
        for name, content in page.files.items():
            add(f"notebooks/{name}", content)
    for place, text in site_reference.pages():
        add(place, text)
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Rewrite links between files of the repository to the site's, and fences to its languages."""
    place = page.file.src_uri
    if place.startswith(("reference/", "source/")):
        return markdown
    text = site_map.deepened(site_map.relinked(markdown, site_map.path_of(place)))
    return TRANSCRIPT.sub("```text", text)


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Nothing on a page comes from another host."""
    for part in site_map.fetched(output):
        log.warning("%s: fetched from another host: %s", page.file.src_uri, part)
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Hold the reference against the package: a hole is a warning, which a strict build does not forgive."""
    loader = griffe.GriffeLoader(search_paths=[ROOT, ROOT / "build/face"])
    for name in ("solver", "protocol", "herdmind"):
        loader.load(name)
    loader.resolve_aliases(implicit=False, external=False)
    for hole in site_reference.holes(loader.modules_collection["herdmind"]):
        log.warning(hole)
