/** What is not looked into: what was sent may break anywhere, and the rest takes no markup. */
const LEFT_ALONE = ['script', 'style', 'title', 'desc', 'text', 'pre'];

/** A longer one would not fit on a phone. */
const LONGEST = 24;

/**
 * What is read as one: a date, the id of a rule or of a run, the name of a header, which have hyphens between letters and digits, and a digit
 * or a capital; and a flag.
 */
const ONE = String.raw`(?<![\w-])(?=[a-z-]*[A-Z\d])[A-Za-z\d]+(?:-[A-Za-z\d]+)+(?![\w-])|(?<![\w-])--[a-z][a-z\d-]*`;

const PARTS = new RegExp(`<(${LEFT_ALONE.join('|')})\\b[^>]*>[^]*?</\\1>|<[^>]*>|${ONE}`, 'g');

/** The markup of a page in which no line breaks at a hyphen of a date, an id or the name of a header. */
export function unbroken(page: string): string {
  return page.replace(PARTS, (part) =>
    part.startsWith('<') || part.length > LONGEST ? part : `<span class="one">${part}</span>`,
  );
}
