/** How rules, findings and exchanges look. */
export const EVIDENCE_STYLE = `
.filters { display: grid; grid-template-columns: 1fr; gap: .7rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.1rem; }
.filters .find { display: flex; gap: .6rem; align-items: center; } .filters .find input { flex: 1; min-width: 0; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: center; }
legend { float: left; color: var(--quiet); margin-right: .9rem; padding: 0; }
.box { white-space: nowrap; cursor: pointer; } .box input { accent-color: var(--accent); }
#found { margin: 0; color: var(--quiet); font-size: .9rem; }
.area h3 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1rem; }
.area h3 .quiet { font-size: .85rem; }
.rule { background: var(--card); border: 1px solid var(--line); border-bottom-width: 0; scroll-margin-top: 1rem; }
.area > .rule:last-child { border-bottom-width: 1px; border-radius: 0 0 8px 8px; }
.area > h3 + .rule { border-radius: 8px 8px 0 0; }
.area > h3 + .rule:last-child { border-radius: 8px; }
.rule:target { outline: 2px solid var(--accent); outline-offset: -2px; }
.rule > summary { display: grid; grid-template-columns: 8.6rem 5.6rem 1fr 6rem; gap: .1rem .9rem; align-items: baseline; padding: .5rem .9rem; cursor: pointer; list-style: none; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > summary:hover { background: var(--sunk); }
.rule > summary:focus-visible { outline-offset: -3px; }
.rule[open] > summary { border-bottom: 1px solid var(--line); }
.chip { display: inline-block; justify-self: start; white-space: nowrap; font-size: .8rem; font-weight: 600; padding: .05rem .55rem; border-radius: 1rem; color: var(--tone); background: var(--tint); }
.rule .id { font-weight: 600; }
.asked { min-width: 0; } .seen { display: block; color: var(--quiet); font-size: .88rem; }
.v-fail .seen { color: var(--bad); }
.level { color: var(--quiet); font-size: .85rem; text-align: right; white-space: nowrap; }
.level::after { content: '▸'; display: inline-block; margin-left: .6rem; transition: transform .15s; } .rule[open] .level::after { transform: rotate(90deg); }
@media (prefers-reduced-motion: reduce) { .level::after { transition: none; } }
.rule.v-not-applicable .asked { color: var(--quiet); }
.details { padding: .8rem .9rem 1.1rem; }
.finding { margin-top: 1rem; }
.details .finding { border-top: 1px solid var(--line); padding-top: .9rem; }
.finding .says { font-weight: 600; margin: 0 0 .5rem; }
.compared { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .7rem; margin: .6rem 0; }
.compared > div { border-radius: 8px; padding: .5rem .8rem; background: var(--sunk); border-left: 3px solid var(--line); }
.compared .expected { border-color: var(--good); } .compared .actual { border-color: var(--bad); }
.compared dt { font-size: .8rem; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 3px; padding: 0 .12em; }
.shown-by { font-size: .92rem; margin: .4rem 0; }
.look-up button, button.look-up { font: inherit; padding: 0 1px; border: 0; background: none; color: var(--accent); text-decoration: underline; text-underline-offset: .15em; }
.exchange { margin: .8rem 0 0; }
.exchange-title { margin: 0 0 .35rem; font-size: .9rem; } .exchange-title .quiet { margin-left: .5rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .7rem; }
.side { min-width: 0; }
.side-title { margin: 0 0 .15rem; font-size: .8rem; color: var(--quiet); }
pre { margin: 0; padding: .65rem .8rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; font-size: .8rem; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; overflow-y: auto; max-height: 22rem; }
.command { display: flex; align-items: flex-start; gap: .5rem; margin: .6rem 0 0; padding: .45rem .5rem .45rem .8rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; }
.command code { flex: 1; min-width: 0; font-size: .8rem; overflow-wrap: anywhere; max-height: 9rem; overflow: hidden; }
.command .copy { flex: none; font-size: .8rem; padding: .1rem .6rem; }
.again { margin-top: .9rem; } .again > .quiet { margin: 0; font-size: .85rem; } .again .command { margin-top: .2rem; }
.sentences { margin: .6rem 0 0; padding-left: 1.2rem; font-size: .95rem; }
dialog { width: min(62rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog header { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; }
dialog h2 { margin: 0; font-size: 1.1rem; }
dialog header span { display: flex; gap: .4rem; }
@media (max-width: 44rem) {
  .rule > summary { grid-template-columns: auto 1fr auto; padding: .6rem .8rem; }
  .asked { grid-column: 1 / -1; grid-row: 2; }
  .sides, .compared { grid-template-columns: minmax(0, 1fr); }
  .details { padding: .7rem .8rem 1rem; }
  .card { padding: .9rem 1rem; }
  .area h3 { display: block; } .area h3 .quiet { display: block; }
}
`;
