/**
 * What hostile requests are made of, by stable short names, in words. The names are part of the command line: each can be
 * left out of a run. Rule ERR-7.
 */
export const HOSTILE_INPUTS = {
  'query-nul': 'a NUL in a filter',
  'query-percent': 'a percent sign that encodes nothing',
  'query-utf8': 'percent-encoded bytes that are not UTF-8',
  'query-long': 'a very long query',
  'query-many': 'very many parameters',
  'query-twice': 'parameters given twice',
  'query-array': 'parameters as an array',
  'query-object': 'parameters as an object',
  'limit-long': 'a limit of 400 digits',
  'limit-digit': 'a limit written with a digit other than 0 to 9',
  'id-quote': 'a quotation mark in a petId',
  'id-nul': 'a petId with a NUL',
  'id-slash': 'an encoded slash in a petId',
  'id-dots': 'dots in a petId',
  'header-long': 'a very long header',
  'headers-twice': 'headers given twice',
  accept: 'an odd Accept',
  'accept-language': 'an odd Accept-Language',
  condition: 'an odd If-None-Match and If-Modified-Since',
  cookie: 'an odd Cookie',
  range: 'an odd Range',
  head: 'HEAD',
  options: 'OPTIONS',
  chunked: 'a body in chunks',
  'name-nul': 'a NUL in the name',
  'name-surrogate': 'a lone surrogate in the name',
  'name-long': 'a name of 100 kB',
  'body-huge': 'a body of 2 MB',
  'body-utf8': 'a body that is not UTF-8',
  'body-bom': 'a byte order mark before the body',
  nesting: 'deep nesting',
  'number-long': 'a number of 400 digits',
  'number-exponent': 'a number beyond a double',
  'keys-twice': 'a key given twice',
  'key-empty': 'an empty name of a field',
  prototype: 'a prototype',
  'content-type': 'another content type',
  'content-type-missing': 'no content type',
  charset: 'a charset that does not exist',
  'content-coding': 'an unknown content coding',
  'gzip-broken': 'a body that is labelled gzip and is not',
} as const satisfies Record<string, string>;

/** The short name of one of them. */
export type HostileInput = keyof typeof HOSTILE_INPUTS;

/** Whether a text is the short name of a hostile input. */
export function isHostileInput(text: string): text is HostileInput {
  return Object.hasOwn(HOSTILE_INPUTS, text);
}

/** What is known of a request when it is decided whether it is sent. */
interface MadeOf {
  readonly inputs: readonly HostileInput[];
}

/**
 * Leaves out every request that has one of some inputs. What else a request of several inputs was for is then sent by
 * itself, as far as it is among the drawn ones.
 *
 * @param always - the requests that are always tried
 * @param drawn - those that are drawn
 * @returns both without what is left out
 */
export function withoutInputs<T extends MadeOf>(
  always: readonly T[],
  drawn: readonly T[],
  leftOut: readonly string[],
): { readonly always: readonly T[]; readonly drawn: readonly T[] } {
  const isKept = ({ inputs }: T) => !inputs.some((input) => leftOut.includes(input));
  const kept = always.filter(isKept);
  const shown = new Set(kept.flatMap(({ inputs }) => inputs));
  const missed = new Set(always.filter((one) => !isKept(one)).flatMap(({ inputs }) => inputs));
  const byItself = drawn.filter((one) => {
    const [input, another] = one.inputs;
    return isKept(one) && input !== undefined && another === undefined && missed.has(input) && !shown.has(input);
  });
  return { always: [...kept, ...byItself], drawn: drawn.filter((one) => isKept(one) && !byItself.includes(one)) };
}
