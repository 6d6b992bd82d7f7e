import { html as template, raw } from 'hono/html';
import { printable } from './printable.ts';

/** Markup that is safe to be put into a page: an object, although a string to the types of the library. */
export interface Html {
  readonly isEscaped: true;
  toString(): string;
}

/** What a template takes: text is escaped, lists are joined, and what is absent leaves nothing. */
type Part = string | number | false | undefined | Html | readonly Part[];

/**
 * A template whose parts are escaped unless they are markup themselves. Text of the service has to be made harmless
 * with {@link shown} before: escaping alone leaves bidi overrides and what is invisible.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const made = template(strings, ...parts);
  if (made instanceof Promise) throw new TypeError('a part of a page was not there yet');
  return made;
}

/** Markup that petvet itself has written: style, script, base64. */
export function own(markup: string): Html {
  // Only a promise makes a promise, and no part is one.
  return html`${raw(markup)}`;
}

/**
 * Text of the service, harmless and on one line.
 *
 * @param most - characters that are shown; what is cut off is counted
 */
export function shown(text: string, most?: number): string {
  return most === undefined ? printable(text) : printable(text, most);
}

/** As many characters of a value as are shown at once. */
const MOST_AT_ONCE = 200;

/**
 * A long text whose rest the page's script folds away until it is wanted; without script the whole is there.
 *
 * @param text - harmless
 * @param view - how a part of it is shown
 */
export function long(text: string, view: (part: string) => Html = (part) => html`${part}`): Html {
  if (text.length <= MOST_AT_ONCE) return view(text);
  const cut = /[\ud800-\udbff]/.test(text.charAt(MOST_AT_ONCE - 1)) ? MOST_AT_ONCE - 1 : MOST_AT_ONCE;
  return html`${view(text.slice(0, cut))}<span class="rest">${view(text.slice(cut))}</span>`;
}

/** A text of petvet's own, in which backticks set off what is code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** A section of the page with its heading, for the list of contents and for readers that go by landmarks. */
export function section(id: string, title: string, body: Html | readonly Html[], lead?: string): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${lead !== undefined && html`<p class="lead">${lead}</p>`} ${body}
  </section>`;
}
