import { isPetStatus } from '../contract/pets.ts';

/** A value as a lenient reader meets it. A bare word is a number, a literal or, for some readers, a text. */
type LooseValue =
  | { readonly kind: 'text' | 'word'; readonly text: string }
  | { readonly kind: 'array' }
  | { readonly kind: 'object'; readonly members: readonly LooseMember[] };

interface LooseMember {
  readonly name: string;
  readonly value: LooseValue;
}

/** Deeper nesting is not followed: what a service makes of it cannot be told. */
const DEEPEST = 400;

/** No lenient reader reads on from here. */
class Unreadable extends Error {}

class TooDeep extends Error {}

/**
 * Whether some common lenient reader could take a text that is not JSON for a NewPet with acceptable values.
 *
 * The readers are JSON5, JavaScript's own literals, Python's, Gson, org.json, Jackson with its lenient features, and
 * those that stop after the first value. What none of them accepts (cut off, no colon, two commas, unbalanced) is `no`;
 * so is a text in which they find no NewPet either. `unsure` when it is nested too deep to tell. Never throws.
 * Source: rule CREATE-7.
 */
export function lenientlyNewPet(text: string): 'yes' | 'no' | 'unsure' {
  try {
    const value = new LenientReader(text).first();
    return value.kind === 'object' && isAcceptable(value.members) ? 'yes' : 'no';
  } catch (error) {
    if (error instanceof TooDeep) return 'unsure';
    if (error instanceof Unreadable) return 'no';
    throw error;
  }
}

/** A repeated or differently cased member counts as any of its values: readers differ in which one they keep. */
function isAcceptable(members: readonly LooseMember[]): boolean {
  const named = (wanted: string) => members.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const statuses = named('status');
  return (
    named('name').some(({ value }) => value.kind === 'text' || (value.kind === 'word' && mayBeText(value.text))) &&
    named('categoryId').some(({ value }) => value.kind === 'word' && mayBeInt64(value.text)) &&
    (statuses.length === 0 ||
      statuses.some(
        ({ value }) =>
          (value.kind === 'text' && isPetStatus(value.text)) ||
          (value.kind === 'word' && (isPetStatus(value.text) || isNothing(value.text))),
      ))
  );
}

function mayBeText(word: string): boolean {
  return !isNothing(word) && !/^(true|false)$/i.test(word) && !/^[+-]?\.?\d/.test(word);
}

function isNothing(word: string): boolean {
  return /^(null|none|nil|undefined)$/i.test(word);
}

function mayBeInt64(word: string): boolean {
  const digits =
    /^[+-]?(?:0*(\d[\d_]{0,18})(?:\.0*)?|\d{1,18}e\+?\d{1,2}|0x[\da-f]{1,16}|0o[0-7]{1,21}|0b[01]{1,64})[nl]?$/i;
  return digits.test(word);
}

class LenientReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first value; what follows it is ignored. */
  first(): LooseValue {
    this.#take(/\)\]\}',?[^\n]*\n/y);
    this.#skip();
    while (this.#takes('(')) this.#skip();
    return this.#value(0);
  }

  #value(depth: number): LooseValue {
    if (depth > DEEPEST) throw new TooDeep();
    if (this.#takes('{')) return { kind: 'object', members: this.#members(depth) };
    if (this.#takes('[')) return this.#array(depth);
    const text = this.#quoted();
    if (text !== undefined) return { kind: 'text', text };
    return { kind: 'word', text: this.#word() };
  }

  #members(depth: number): LooseMember[] {
    const members: LooseMember[] = [];
    for (;;) {
      this.#skip();
      if (this.#takes('}')) return members;
      const name = this.#quoted() ?? this.#word();
      this.#skip();
      if (!this.#takes(':') && !this.#takes('=>') && !this.#takes('=')) throw new Unreadable();
      this.#skip();
      members.push({ name, value: this.#value(depth + 1) });
      this.#skip();
      if (this.#takes('}')) return members;
      this.#separator();
    }
  }

  /** Empty places are nulls for some readers. */
  #array(depth: number): LooseValue {
    for (;;) {
      this.#skip();
      if (this.#takes(']')) return { kind: 'array' };
      if (this.#takes(',') || this.#takes(';')) continue;
      this.#value(depth + 1);
      this.#skip();
      if (this.#takes(']')) return { kind: 'array' };
      this.#separator();
    }
  }

  #separator(): void {
    if (!this.#takes(',') && !this.#takes(';')) throw new Unreadable();
  }

  /** One text, or several in a row, which Python joins. */
  #quoted(): string | undefined {
    let joined: string | undefined;
    for (;;) {
      const quote = this.#take(/[ur]?(?=["'])|(?=`)/iy) === undefined ? undefined : this.#text[this.#at];
      if (quote === undefined) return joined;
      this.#at++;
      joined = (joined ?? '') + this.#until(quote);
      this.#skip();
    }
  }

  #until(quote: string): string {
    let text = '';
    for (;;) {
      text += this.#take(quote === '"' ? /[^"\\]+/y : quote === "'" ? /[^'\\]+/y : /[^`\\]+/y) ?? '';
      if (this.#takes(quote)) return text;
      const escape = this.#take(/\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[^ux])/iy);
      if (escape === undefined) throw new Unreadable();
      text += unescaped(escape);
    }
  }

  /** What some readers accept without quotes; it may contain blanks, but ends with the line. */
  #word(): string {
    const word = this.#take(/[^\s"'`,:;=#{}[\]/\\][^\n\r,:;=#{}[\]/\\]*/y);
    if (word === undefined) throw new Unreadable();
    return word.trimEnd();
  }

  #skip(): void {
    for (;;) {
      this.#take(/[\s\uFEFF]+/y);
      if (this.#take(/(?:\/\/|#)[^\n\r]*/y) !== undefined) continue;
      if (!this.#takes('/*')) return;
      const end = this.#text.indexOf('*/', this.#at);
      if (end < 0) throw new Unreadable();
      this.#at = end + 2;
    }
  }

  #takes(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  /** What a sticky pattern matches here. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function unescaped(escape: string): string {
  const code = /^\\(?:u\{?|x)([\da-f]+)\}?$/i.exec(escape)?.[1];
  if (code === undefined) return escape.slice(1);
  const point = Number.parseInt(code, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}
