import type { HarEntry } from './har-shape.ts';

/**
 * Whether something else than the service may have answered an entry: a cache, a service worker, a mock of the recorder, or the browser.
 * HAR 1.2 has `cache` for it; each recorder has marks of its own besides, at the entry or at its response, which are read by their words.
 */
export function isAnsweredElsewhere(entry: HarEntry): boolean {
  const { cache, response } = entry;
  // A 304 confirms a copy that the recorder had; only conditional requests get one.
  if (response.status === 304 || isPerhapsOfCache(cache)) return true;
  if (response.headers.some(({ name }) => name.toLowerCase() === OF_THE_BROWSER)) return true;
  return [entry, response].some((part) => Object.entries(part).some(([name, value]) => isMark(name, value)));
}

/** What Chromium adds to a redirect of its own, which it makes of an address that is to be reached over TLS only. */
const OF_THE_BROWSER = 'non-authoritative-reason';

/**
 * Whether a copy was in the cache before the request, or may have been: null says that none was, absence that it is not known, and
 * Firefox tells what came from its cache by the state after the request alone.
 */
function isPerhapsOfCache(cache: HarEntry['cache']): boolean {
  if (cache === null || cache === undefined) return false;
  const { beforeRequest } = cache;
  return beforeRequest === undefined ? 'afterRequest' in cache : beforeRequest !== null;
}

/** `_fromCache`, `fromCache`, `_fromDiskCache`, `_cached`, `_fetchedViaServiceWorker`, `_wasFulfilled`. */
const FLAG = /^_?(?:(?:from|via|was|is|served|fetched|answered)_?\w*(?:cache|worker|fulfill?ed|mock)|cached)/i;

const SAYS_NO = /^(?:|0|no|none|false|miss|network)$/i;

/** `_fetchType`, `_serviceWorkerResponseSource`. */
const KIND = /^_\w*(?:type|source)$/i;

const NOT_NETWORK = /cache|worker|mock/i;

function isMark(name: string, value: unknown): boolean {
  const isText = typeof value === 'string';
  if (isText && KIND.test(name)) return NOT_NETWORK.test(value);
  return FLAG.test(name) && (isText ? !SAYS_NO.test(value) : Boolean(value));
}
