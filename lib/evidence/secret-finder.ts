import { isFoundDecoded } from './disguised-secrets.ts';
import { isWithinOrdinaryWord } from './ordinary-words.ts';
import { PART, partFinder } from './key-parts.ts';
import { createRunFinder } from './run-finder.ts';
import { backwards, LONG_ENOUGH, placeholderOf, secretForms, type Secret, type SecretForm } from './secret-forms.ts';

/** What a text is: a header value, target or message; a body that is not JSON; a string or a member's name of one that is. */
export type Place = 'text' | 'body' | 'json string' | 'name';

/** Replaces the secrets in a text with their placeholders; the rest of the text stays. */
export interface SecretFinder {
  (text: string, place: Place): string;
  /** Some secret is so plain that only a JSON string that consists of it gives it away. */
  readonly looksAtWholeStrings: boolean;
}

/** Spellings of at most this many characters, and at most this many of them, are looked for with an expression. */
const LONGEST = 400;
const MANY = 2_000;

/** A scheme name and the credential behind it. */
const CREDENTIAL = /\b(Bearer|Basic|Digest|Token|ApiKey)([ \t]+)([^\s"',;]+)/gi;

/**
 * Makes the function that finds secrets in texts.
 *
 * @param secrets - the first of two with the same spelling counts
 * @param keys - those of which parts are looked for, too
 */
export function secretFinder(secrets: readonly Secret[], keys: readonly string[]): SecretFinder {
  const forms = secretForms(secrets);
  const byText = new Map(forms.map((form) => [form.text, form]));
  const told = new Map(forms.filter(({ placing }) => placing === 'told').map((form) => [form.text, form]));
  // A regular expression of any size would fail: long spellings, or many of them, are searched in another way.
  const most = forms.length > MANY ? 0 : LONGEST;
  const sought = forms.filter((form) => form.text.length <= most || !isFoundDecoded(form.secret));
  const inAnyText = expressionOf(sought.filter(({ placing }) => placing !== 'told'));
  const inNames = expressionOf(
    sought.filter(({ placing, text }) => (placing === 'anywhere' || placing === 'token') && text.length >= LONG_ENOUGH),
  );
  const spellings = keys.flatMap((key) => [key, backwards(key)]);
  const parts = spellings.flatMap((text) => partFinder(text) ?? []);
  // Nearly always there is none, and one look tells that for all of them.
  const findRuns = createRunFinder(spellings.map((text) => ({ text, of: text })));

  const maskParts = (text: string): string => {
    if (findRuns(text).length === 0) return text;
    for (const find of parts) {
      for (const { start, end } of find(text).toReversed()) text = text.slice(0, start) + PART + text.slice(end);
    }
    return text;
  };
  const beginsLongerPart = (text: string, start: number, { text: { length } }: SecretForm): boolean =>
    parts.some((find) => {
      const [part] = find(text.slice(start, start + 2 * length));
      return part?.start === 0 && part.end > length;
    });
  const maskForms = (text: string, expression: RegExp, between: (rest: string) => string): string => {
    let masked = '';
    let copied = 0;
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
      const form = byText.get(match[0]);
      const end = match.index + match[0].length;
      if (
        form === undefined ||
        isWithinOrdinaryWord(text, match.index, end) ||
        (form.secret.kind === 'cut' && beginsLongerPart(text, match.index, form))
      ) {
        expression.lastIndex = match.index + 1;
        continue;
      }
      masked += between(text.slice(copied, match.index)) + form.secret.placeholder;
      copied = end;
    }
    return copied === 0 ? between(text) : masked + between(text.slice(copied));
  };
  const maskCredentials = (text: string, place: Place): string =>
    text.replaceAll(CREDENTIAL, (all, scheme: string, gap: string, credential: string) => {
      const placeholder = toldBy(scheme, credential, place);
      return placeholder === undefined ? all : scheme + gap + placeholder;
    });
  const toldBy = (scheme: string, credential: string, place: Place): string | undefined => {
    const plain = told.get(credential);
    if (plain !== undefined && isToldIn(plain, place)) return plain.secret.placeholder;
    if (scheme.toLowerCase() !== 'basic') return undefined;
    const pair = Buffer.from(credential, 'base64').toString();
    const inPair = [...pair.split(':'), pair.slice(pair.indexOf(':') + 1)].flatMap((half) => byText.get(half) ?? []);
    const [found] = inPair;
    return found && placeholderOf(found.secret, ['base64-encoded']);
  };

  const find = (text: string, place: Place): string => {
    if (place === 'name') return maskForms(text, inNames, maskParts);
    const whole = place === 'json string' ? told.get(text) : undefined;
    if (whole !== undefined && isToldIn(whole, place)) return whole.secret.placeholder;
    return maskForms(maskCredentials(text, place), inAnyText, maskParts);
  };
  const looksAtWholeStrings = [...told.values()].some((form) => isToldIn(form, 'json string'));
  return Object.assign(find, { looksAtWholeStrings });
}

/** Words of the interface stay in every body; a few digits stay unless they stand alone or follow a scheme name. */
function isToldIn(form: SecretForm, place: Place): boolean {
  return place === 'text' || (place === 'json string' && /^\d+$/.test(form.text));
}

function expressionOf(forms: readonly SecretForm[]): RegExp {
  const alternatives = forms.map(({ text, placing }) => {
    const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    if (placing === 'anywhere') return literal;
    return placing === 'token' ? `(?<![\\w-])${literal}(?![\\w-])` : `(?<![\\w/.-])${literal}(?![\\w-]|\\.\\d)`;
  });
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'g');
}
