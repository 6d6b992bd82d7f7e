/** An XML element: with elements in it, or with text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly children?: readonly XmlElement[];
  readonly text?: string;
}

/** An element as an XML 1.0 document in UTF-8, indented; ends with a line end. Names must be XML names. */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root, '').join('\n')}\n`;
}

function elementLines({ name, attributes = {}, children = [], text }: XmlElement, indent: string): string[] {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(`${value}`, /[&<>"\t\n]/g)}"`);
  const open = `${indent}<${name}${given.join('')}`;
  if (text !== undefined) return [`${open}>${xmlText(text, /[&<>]/g)}</${name}>`];
  if (children.length === 0) return [`${open}/>`];
  return [`${open}>`, ...children.flatMap((child) => elementLines(child, `${indent}  `)), `${indent}</${name}>`];
}

/** What XML 1.0 cannot hold, even escaped (section 2.2), and the control characters that it advises against. */
const IMPOSSIBLE =
  /[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}\u{e0000}-\u{efffd}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/**
 * A text within XML or HTML: what XML cannot hold, lone surrogates among it, stands as `\u{1b}`.
 *
 * @param meaning - the characters that have a meaning in that place, and stand as entities
 */
export function xmlText(text: string, meaning: RegExp): string {
  return text
    .replace(IMPOSSIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replace(meaning, (character) => ENTITIES[character] ?? '');
}
