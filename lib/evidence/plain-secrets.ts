import type { KeyCoding } from './key-codings.ts';
import { isOrdinaryText, isWithinOrdinaryWord } from './ordinary-words.ts';
import {
  isDistinctive,
  isKeyOfTarget,
  isSoughtCoded,
  isVaried,
  LONG_ENOUGH,
  placeholderOf,
  type Secret,
} from './secret.ts';
import { readableView } from './views.ts';

/** What a text is: a header value, target or message; a body that is not JSON; a string or a member's name of one that is. */
export type Place = 'text' | 'body' | 'json string' | 'name';

/** One spelling of a plain secret, and whether it is replaced inside words, as a token, as one that is no number, or only behind a scheme. */
interface Form {
  readonly secret: Secret;
  readonly text: string;
  readonly placing: 'anywhere' | 'token' | 'number' | 'told';
}

/** How long a value must be to be found as a token; a short configured header (`dev`) is not a secret worth a false alarm. */
const SHORTEST = { key: 2, altered: 4, cut: 4, extra: LONG_ENOUGH };
/** Shorter encoded spellings are too likely to be something else. */
const SHORTEST_CODED = 4;

/** A scheme name and the credential behind it. */
const CREDENTIAL = /\b(Bearer|Basic|Digest|Token|ApiKey)([ \t]+)([^\s"',;]+)/gi;

/** Replaces plain secrets in a text of one place. */
export interface PlainSecretFinder {
  (text: string, place: Place): string;
  /** Whether a text of any place, a JSON document too, can hold one. */
  readonly mayBeIn: (text: string) => boolean;
}

/**
 * Makes the function that replaces secrets which are too plain to be told from other text wherever they stand: short ones, those of
 * digits, and words of the interface.
 *
 * @returns undefined when there is none
 */
export function plainSecretFinder(secrets: readonly Secret[]): PlainSecretFinder | undefined {
  const plain = secrets.filter((secret) => !isDistinctive(secret));
  if (plain.length === 0) return undefined;
  const forms = new Map<string, Form>();
  for (const secret of [...plain.map(asGiven), ...plain.flatMap(formsOf)]) {
    if (secret.text !== '' && !forms.has(secret.text)) forms.set(secret.text, secret);
  }
  const sought = [...forms.values()]
    .filter(({ placing }) => placing !== 'told')
    .toSorted((a, b) => b.text.length - a.text.length);
  const inTexts = expressionOf(sought);
  const inNames = expressionOf(
    sought.filter(({ placing, text }) => placing !== 'number' && text.length >= LONG_ENOUGH),
  );
  const coded = plain.filter((secret) => isKeyOfTarget(secret) && isSoughtCoded(secret));

  const formTold = (text: string, place: Place): Form | undefined => {
    const form = forms.get(text);
    const isTold = place === 'text' || (place === 'json string' && /^\d+$/.test(text));
    return form?.placing === 'told' && isTold ? form : undefined;
  };
  const credential = (scheme: string, said: string, place: Place): string | undefined => {
    const told = formTold(said, place)?.secret.placeholder;
    if (told !== undefined || scheme.toLowerCase() !== 'basic') return told;
    const pair = Buffer.from(said, 'base64').toString();
    const halves = [...pair.split(':'), pair.slice(pair.indexOf(':') + 1)];
    const [found] = halves.flatMap((half) => forms.get(half) ?? []);
    return found && placeholderOf(found.secret, ['base64-encoded']);
  };
  const maskForms = (text: string, expression: RegExp): string =>
    text.replaceAll(expression, (said, at: number) =>
      isWithinOrdinaryWord(text, at, at + said.length) ? said : (forms.get(said)?.secret.placeholder ?? said),
    );
  const digitsTold = [...forms.values()].filter(({ text, placing }) => placing === 'told' && /^\d+$/.test(text));
  const mayBeIn = (text: string): boolean =>
    text.includes('\\') ||
    [inTexts, CREDENTIAL].some((expression) => text.search(expression) >= 0) ||
    digitsTold.some((form) => text.includes(`"${form.text}"`)) ||
    coded.reduce(maskCoded, text) !== text;
  const find = (text: string, place: Place): string => {
    if (place === 'name') return maskForms(text, inNames);
    const whole = place === 'json string' ? formTold(text, place) : undefined;
    if (whole !== undefined) return whole.secret.placeholder;
    const withoutCredentials = text.replaceAll(CREDENTIAL, (all, scheme: string, gap: string, said: string) => {
      const placeholder = credential(scheme, said, place);
      return placeholder === undefined ? all : scheme + gap + placeholder;
    });
    return coded.reduce(maskCoded, maskForms(withoutCredentials, inTexts));
  };
  return Object.assign(find, { mayBeIn });
}

function asGiven(secret: Secret): Form {
  return { secret, text: secret.value, placing: placingOf(secret, secret.value, SHORTEST[secret.kind]) };
}

function formsOf(secret: Secret): Form[] {
  const { value, kind } = secret;
  const formed = (coding: KeyCoding, shortest: number, texts: readonly string[]) =>
    texts.map((text): Form => {
      const named = { ...secret, placeholder: placeholderOf(secret, [coding]) };
      return { secret: named, text, placing: placingOf(secret, text, shortest) };
    });
  const json = JSON.stringify(value).slice(1, -1);
  const shortest = Math.max(SHORTEST_CODED, SHORTEST[kind]);
  return [
    ...formed('case-changed', SHORTEST[kind], [value.toUpperCase(), value.toLowerCase()]),
    ...formed('percent-encoded', shortest, [encodeURIComponent(value.toWellFormed()), encodeURI(value.toWellFormed())]),
    ...formed('character-escaped', shortest, [
      json,
      json.replaceAll('/', String.raw`\/`),
      JSON.stringify(json).slice(1, -1),
    ]),
    ...formed(
      'base64-encoded',
      shortest,
      [value, `:${value}`, `${value}:`].flatMap((text) => {
        const base64 = Buffer.from(text).toString('base64');
        return [base64, base64.replace(/=+$/, ''), Buffer.from(text).toString('base64url')];
      }),
    ),
  ];
}

function placingOf(secret: Secret, text: string, shortest: number): Form['placing'] {
  const isNumber = /^\d+$/.test(secret.value);
  if (isOrdinaryText(text)) return 'told';
  if (/^\d+$/.test(text)) return text.length < LONG_ENOUGH ? 'told' : 'number';
  if (shortest !== SHORTEST.key && !isVaried(text)) return 'told';
  // Even decoded, digits may be a number, and letters the beginning of a word.
  const isPair = Buffer.from(text, 'base64').includes(':');
  const mayBeginWord = secret.kind === 'cut' && /^[a-z]+$/i.test(secret.value) && !isPair;
  if (text.length >= LONG_ENOUGH && !mayBeginWord && !isNumber) return 'anywhere';
  return text.length >= shortest ? 'token' : 'told';
}

function expressionOf(forms: readonly Form[]): RegExp {
  const alternatives = forms.map(({ text, placing }) => {
    const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    if (placing === 'anywhere') return literal;
    return placing === 'token' ? `(?<![\\w-])${literal}(?![\\w-])` : `(?<![\\w/.-])${literal}(?![\\w-]|\\.\\d)`;
  });
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'g');
}

/** What may be base64 of a whole credential. */
const TOKEN = /[\w+/-]{6,}={0,2}/g;

/** A plain key counts in base64 or escapes only where nothing else was encoded but the user or the scheme before it. */
function maskCoded(text: string, secret: Secret): string {
  const { value } = secret;
  const decoded = text.replaceAll(TOKEN, (token) => {
    const parts = Buffer.from(token, 'base64')
      .toString('latin1')
      .split(/[\n :]/);
    return parts.findLast((part) => part !== '') === value ? placeholderOf(secret, ['base64-encoded']) : token;
  });
  const view = readableView(decoded);
  if (view === undefined) return decoded;
  let masked = '';
  let copied = 0;
  for (let at = view.text.indexOf(value); at >= 0; at = view.text.indexOf(value, at + value.length)) {
    const { start, end } = view.sourceOf(at, at + value.length);
    const isAlone = ![view.text[at - 1], view.text[at + value.length]].some((beside) => /[\w-]/.test(beside ?? ''));
    if (!isAlone || end - start < 3 * value.length) continue;
    const coding = decoded.slice(start, end).includes('%') ? 'percent-encoded' : 'character-escaped';
    masked += decoded.slice(copied, start) + placeholderOf(secret, [coding]);
    copied = end;
  }
  return masked + decoded.slice(copied);
}
