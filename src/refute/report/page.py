"""A finding as one HTML page that needs nothing else: `page`.

The steps can be clicked through, or walked with the arrow keys; without JavaScript they stand one below the other.
Everything that comes from the subject is escaped, and the page may load nothing from anywhere.
"""

from __future__ import annotations

from html import escape

from refute.model.execution import Frame
from refute.model.story import Explained
from refute.report.scenes import Row, Scene, change, inside_lines, says_what

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #888; --bad: #c22; --new: #184; --other: #a60; }
@media (prefers-color-scheme: dark) { :root { --bad: #f77; --new: #7d9; --other: #fb5; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
pre, code, table { font: 13px/1.5 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.soft { color: var(--soft); } .bad { color: var(--bad); }
main { display: grid; grid-template-columns: minmax(14rem, 2fr) 3fr; gap: 1.5rem; margin-top: 1rem; }
@media (max-width: 44rem) { main { grid-template-columns: 1fr; } }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 6px; }
ol a { display: block; padding: .4rem .75rem; color: inherit; text-decoration: none; }
ol a:hover, ol a:focus-visible { background: var(--line); }
ol a[aria-current] { background: var(--line); box-shadow: inset 3px 0 currentColor; }
section { border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; margin-bottom: 1rem; }
table { border-collapse: collapse; width: 100%; } td { padding: .1rem .75rem .1rem 0; vertical-align: top; overflow-wrap: anywhere; }
td.mark { width: 1rem; } tr.new td { color: var(--new); } tr.changed td { color: var(--other); } tr.gone td { color: var(--bad); }
td.path { white-space: nowrap; } .js section[data-step]:not(.shown) { display: none; }
"""

_SCRIPT = """
const links = [...document.querySelectorAll('ol a')];
const parts = [...document.querySelectorAll('section[data-step]')];
let here = 0;
function show(place) {
  here = Math.max(0, Math.min(place, links.length - 1));
  links.forEach((link, i) => i === here ? link.setAttribute('aria-current', 'step') : link.removeAttribute('aria-current'));
  parts.forEach((part, i) => part.classList.toggle('shown', i === here));
}
links.forEach((link, i) => link.addEventListener('click', event => { event.preventDefault(); show(i); }));
document.addEventListener('keydown', event => {
  const to = { ArrowDown: here + 1, ArrowRight: here + 1, j: here + 1, ArrowUp: here - 1, ArrowLeft: here - 1, k: here - 1, Home: 0, End: links.length }[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault(); show(to); links[here].focus();
});
document.documentElement.classList.add('js');
show(links.length - 1);
"""

_KINDS = {"+": "new", "~": "changed", "-": "gone", " ": "same"}


def page(
    title: str,
    about: list[str],
    shown: list[Scene],
    clauses: list[Explained],
    frames: list[tuple[Frame, str, str]],
) -> str:
    """Return the page; `frames` come with the path to show and the line of source."""
    steps = "".join(_link(number, scene) for number, scene in enumerate(shown, 1))
    details = "".join(_details(number, scene) for number, scene in enumerate(shown, 1))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>"
        f"<h1>{escape(title)}</h1>{_paragraphs(about)}\n"
        f'<main><nav aria-label="Steps"><ol>{steps}</ol>'
        '<p class="soft">↑ ↓ or j k walk through the steps.</p></nav>'
        f"<div>{details}</div></main>\n{_broken(clauses)}{_traceback(frames)}"
        f"<script>{_SCRIPT}</script></body></html>\n"
    )


def _paragraphs(lines: list[str]) -> str:
    return "".join(f'<div class="soft">{escape(line)}</div>' for line in lines)


def _link(number: int, scene: Scene) -> str:
    kind = ' class="bad"' if scene.failed else ""
    code = escape("\n".join(scene.code))
    return f'<li><a href="#step-{number}"><pre{kind}>{number}  {code}</pre></a></li>'


def _details(number: int, scene: Scene) -> str:
    given = "".join(f"<div>with {_code(f'{name} = {text}')}</div>" for name, text in scene.given)
    kind = ' class="bad"' if scene.failed else ""
    inside = escape("\n".join(line.removeprefix("     ") for line in inside_lines(scene)))
    inner = f'<pre class="soft">{inside}</pre>' if inside else ""
    tables = "".join(f"<table>{''.join(map(_row, rows))}</table>" for rows in scene.objects)
    return (
        f'<section id="step-{number}" data-step="{number}"><h2>Step {number}</h2>'
        f"<pre>{escape(chr(10).join(scene.code))}</pre>"
        f'<div class="soft">{given}</div>{inner}<pre{kind}>{escape(scene.outcome)}</pre>'
        f"{'<h2>Objects</h2>' if tables else ''}{tables}</section>"
    )


def _row(row: Row) -> str:
    return (
        f'<tr class="{_KINDS[row.mark]}"><td class="mark">{escape(row.mark)}</td>'
        f'<td class="path">{escape(row.path)}</td><td>{escape(change(row))}</td></tr>'
    )


def _broken(clauses: list[Explained]) -> str:
    parts = []
    for clause in clauses:
        rows = "".join(
            f'<tr><td class="path">{escape(text)}</td><td>{escape(value)}</td></tr>'
            for text, value in clause.values
        )
        where = f' <span class="soft">{escape(clause.where)}</span>' if clause.where else ""
        parts.append(
            f'<section><h2 class="bad">{says_what(clause).capitalize()}{where}</h2>'
            f"<pre>{escape(clause.source)}</pre><table>{rows}</table></section>"
        )
    return "".join(parts)


def _traceback(frames: list[tuple[Frame, str, str]]) -> str:
    if not frames:
        return ""
    rows = "".join(
        f"<tr><td class=path>{escape(place)}:{frame.line}</td><td>{escape(frame.function)}</td>"
        f"<td>{escape(source)}</td></tr>"
        for frame, place, source in frames
    )
    return f"<section><h2>Traceback, cut to the code under test</h2><table>{rows}</table></section>"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
