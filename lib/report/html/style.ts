import { EVIDENCE_STYLE } from './style-evidence.ts';
import { FIGURE_STYLE } from './style-figures.ts';

const BASE = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --card: #ffffff; --sunk: #f1f2f0; --line: #dcdfdc; --ink: #1b1f23; --quiet: #586069;
  --accent: #1d5fb4; --bad: #b3261e; --good: #17703f; --warning: #8a5300; --doubt: #6a3fb5;
  --bad-tint: #fdecea; --good-tint: #e7f4ec; --warning-tint: #fdf2dd; --doubt-tint: #f1ebfc; --mark: #ffe28a; --mark-ink: #1b1f23;
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #121517; --card: #1a1e22; --sunk: #14181b; --line: #30363c; --ink: #e7e9ea; --quiet: #9ba5ae;
    --accent: #82b4f5; --bad: #ff8f85; --good: #63d297; --warning: #efb755; --doubt: #bda2ff;
    --bad-tint: #3a1d1c; --good-tint: #15301f; --warning-tint: #35280f; --doubt-tint: #2a2142; --mark: #6b5410; --mark-ink: #fff6da;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif;
}
.page { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3 { line-height: 1.25; margin: 0; }
h2 { font-size: 1.4rem; margin: 3.25rem 0 .75rem; letter-spacing: -.01em; }
h3 { font-size: 1.02rem; margin: 1.75rem 0 .6rem; }
p { margin: .5rem 0; }
.lead { color: var(--quiet); max-width: 46rem; margin-top: -.3rem; }
.quiet { color: var(--quiet); font-weight: 400; }
.mono, code, pre, .id, .numbers { font-family: var(--mono); font-size: .88em; }
.note { font-size: .85rem; color: var(--quiet); }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

.glance { padding: 2.25rem 0 0; }
.brand { margin: 0 0 1.4rem; font-weight: 700; letter-spacing: -.01em; }
.brand span { color: var(--quiet); font-weight: 400; }
h1 { font-size: clamp(1.8rem, 5vw, 2.7rem); letter-spacing: -.025em; display: flex; align-items: center; gap: .9rem; }
.badge { flex: none; display: grid; place-items: center; width: 1.5em; height: 1.5em; border-radius: 50%; font-size: .8em; }
.conforming h1 { color: var(--good); } .conforming .badge { background: var(--good-tint); }
.violating h1 { color: var(--bad); } .violating .badge { background: var(--bad-tint); }
.incomplete h1, .aborted h1 { color: var(--warning); } .incomplete .badge, .aborted .badge { background: var(--warning-tint); }
.means { font-size: 1.08rem; margin: .7rem 0 1.3rem; max-width: 44rem; }
.short { color: var(--bad); } .means + .short { margin-top: -.8rem; }
.who { display: flex; flex-wrap: wrap; gap: .6rem 2.2rem; margin: 0 0 1.4rem; }
.who dt { font-size: .8rem; color: var(--quiet); } .who dd { margin: 0; }
.tally svg { display: block; width: 100%; height: 10px; border-radius: 5px; overflow: hidden; }
.tally ul { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; margin: .6rem 0 0; padding: 0; font-size: .92rem; }
.v-fail { --tone: var(--bad); --tint: var(--bad-tint); } .v-pass { --tone: var(--good); --tint: var(--good-tint); }
.v-warn { --tone: var(--warning); --tint: var(--warning-tint); } .v-inconclusive { --tone: var(--doubt); --tint: var(--doubt-tint); }
.v-observed, .v-not-exercised, .v-not-applicable { --tone: var(--quiet); --tint: var(--sunk); }
.tally rect { fill: var(--tone); } .tally rect.v-not-applicable { fill: var(--line); }
.tally rect.v-observed, .tally rect.v-not-exercised { opacity: .6; }
.tally li span { color: var(--tone); }
.contents ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1.5rem 0 0; padding: .7rem 0; font-size: .92rem;
  border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.contents a { text-decoration: none; } .contents a:hover { text-decoration: underline; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; }
.card.fail { border-left: 4px solid var(--bad); }
.card h3 { margin: 0; font-size: 1.15rem; }
.card h3 a { font-family: var(--mono); color: var(--bad); margin-right: .4rem; text-decoration: none; }
.card > .quiet { margin-top: .2rem; font-size: .9rem; }
.then { margin-top: .9rem; }

.facts, .silent, .unjudged, .about { margin: 0; }
.facts > div, .about > div { display: grid; grid-template-columns: 10rem 1fr; gap: .2rem 1.2rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.about > div { border: 0; padding: .15rem 0; font-size: .95rem; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; }
.silent > div { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 0 1.6rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.silent dt { grid-row: 1 / span 12; color: var(--ink); } .silent dt a { font-family: var(--mono); font-size: .88em; margin-right: .3rem; }
.silent dd { grid-column: 2; }
.unjudged > div { padding: .55rem 0; border-bottom: 1px solid var(--line); } .unjudged dt { color: var(--ink); }
.unjudged dd { font-family: var(--mono); font-size: .85rem; margin-top: .2rem; }
.any { margin-top: 1.2rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
input[type='search'], input[type='number'], button {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 6px; padding: .3rem .6rem; max-width: 100%;
}
button { cursor: pointer; } button:hover { border-color: var(--accent); color: var(--accent); }
footer { margin-top: 3rem; color: var(--quiet); font-size: .88rem; }
@media (max-width: 44rem) {
  .page { padding: 0 1rem 3rem; }
  .glance { padding-top: 1.4rem; }
  .facts > div, .about > div, .silent > div { grid-template-columns: minmax(0, 1fr); }
  .silent dd { grid-column: 1; } .silent dt { font-weight: 600; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; }
  body { font-size: 10.5pt; }
  .contents, .filters, .any, .copy, .skip { display: none !important; }
  .page { max-width: none; padding: 0; }
  .rule:not(.v-pass)::details-content { content-visibility: visible; display: block; height: auto; }
  pre { max-height: none !important; }
  .card, .exchange, figure, tr { break-inside: avoid; }
  a { color: inherit; }
}
`;

/** The page's style, in one text: its hash stands in the page's policy. */
export const STYLE = `${BASE}${EVIDENCE_STYLE}${FIGURE_STYLE}`;
