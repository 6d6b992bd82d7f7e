/** How charts and tables look. */
export const FIGURE_STYLE = `
:root { --series-0: #1d5fb4; --series-1: #b3540a; --series-2: #17703f; --series-3: #6a3fb5; }
@media screen and (prefers-color-scheme: dark) { :root { --series-0: #82b4f5; --series-1: #f5a35c; --series-2: #63d297; --series-3: #bda2ff; } }
figure { margin: 0 0 1.2rem; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart path, .chart line { vector-effect: non-scaling-stroke; }
.axis text { fill: var(--quiet); font-size: 12px; }
.axis line { stroke: var(--quiet); stroke-width: 1; } .axis line.grid { stroke: var(--line); }
.remaining, .second { fill: none; stroke: var(--series-0); stroke-width: 2; stroke-linejoin: round; }
.second { stroke: var(--series-1); stroke-dasharray: 5 3; }
.reset { stroke: var(--doubt); stroke-width: 1.3; stroke-dasharray: 2 4; fill: none; }
.refused { stroke: var(--bad); stroke-width: 2.4; fill: none; stroke-linecap: round; }
.wait { fill: var(--quiet); opacity: .13; }
.series-0 { fill: var(--series-0); } .series-1 { fill: var(--series-1); } .series-2 { fill: var(--series-2); } .series-3 { fill: var(--series-3); }
.chart .series-0, .chart .series-1, .chart .series-2, .chart .series-3 { opacity: .72; }
.admitted { fill: var(--series-2); } .other-bar { fill: var(--series-1); } .refused-bar { fill: var(--bad); }
.asked-line { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .5rem 0 0; padding: 0; font-size: .88rem; color: var(--quiet); }
.legend svg { width: 1rem; height: 1rem; margin-right: .35rem; vertical-align: -.15rem; }
.range, .range-p50 { fill: var(--series-0); } .thin, .thick, .end { fill: none; stroke: var(--series-0); stroke-width: 1.5; }
.thick { stroke-width: 7; opacity: .45; } .end { stroke-width: 2.5; }
.legend .wait { opacity: .3; }
.figures { margin-top: .6rem; font-size: .9rem; } .figures summary { cursor: pointer; color: var(--quiet); }
.scroll { overflow: auto; max-height: 24rem; margin-top: .6rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { text-align: right; padding: .28rem .6rem; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: normal; }
thead th { color: var(--quiet); font-size: .85rem; } th:first-child { text-align: left; } tbody th { font-weight: 500; }
.kinds { list-style: none; margin: .6rem 0 0; padding: 0; }
.kinds li { display: grid; grid-template-columns: 1rem 10rem 1fr; gap: .1rem .7rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.kinds .possible > span:first-child, .kinds .possible b { color: var(--good); } .kinds .excluded b { font-weight: 500; }
.kinds .excluded { color: var(--quiet); }
@media (max-width: 44rem) {
  figure { padding: .7rem .6rem; }
  .chart path, .chart line { vector-effect: non-scaling-stroke; }
.axis text { font-size: 20px; }
  .kinds li { grid-template-columns: 1rem 1fr; } .kinds li span:last-child { grid-column: 2; }
  table { font-size: .82rem; } th, td { padding: .28rem .3rem; }
}
`;
