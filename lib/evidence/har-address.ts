import type { HarEntry } from './har-shape.ts';

/**
 * The address that was requested, without its fragment. HAR repeats the parameters of the address in a list; some recorders write them
 * there alone.
 *
 * @returns undefined where the two contradict, or how the parameters were escaped cannot be told
 */
export function requestedAddress({ url, queryString }: HarEntry['request']): string | undefined {
  const address = url.replace(/#.*$/s, '');
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(address) ?? [];
  if (queryString.length === 0) return address;
  if (query !== '') return queryString.every((one) => isWithin(query, one)) ? address : undefined;
  if (queryString.some(({ name, value }) => `${name}${value}`.includes('%'))) return undefined;
  return `${path}?${queryString.map(({ name, value }) => `${escaped(name)}=${escaped(value)}`).join('&')}`;
}

interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** Whether a query has a parameter, which a recorder may have decoded or not. */
function isWithin(query: string, { name, value }: Parameter): boolean {
  return query.split('&').some((part) => {
    const at = part.indexOf('=');
    const [key, text] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    return readings(key, name) && readings(text, value);
  });
}

function readings(written: string, read: string): boolean {
  const spaced = written.replaceAll('+', ' ');
  if (written === read || spaced === read) return true;
  try {
    return decodeURIComponent(written) === read || decodeURIComponent(spaced) === read;
  } catch {
    // Nobody knows what the recorder makes of a broken escape.
    return true;
  }
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
