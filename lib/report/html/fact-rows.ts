import { html, type Html } from '../../text/markup.ts';

/** A name and its value, as a list of facts shows them. */
export type Fact = readonly [name: string, value: string | Html];

/** The entries of a list of facts. */
export function factRows(facts: readonly Fact[]): readonly Html[] {
  return facts.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
}
