import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { PET_STATUSES } from '../contract/pets.ts';
import { KEY_CODINGS } from './key-codings.ts';

/** Words of the interface, of HTTP and of JSON that a conforming service uses anyway, and the placeholders' own; in lower case. */
const ORDINARY_WORDS = new Set(
  [
    ...OPERATION_NAMES,
    ...PET_STATUSES,
    ...Object.values(RATE_LIMIT_HEADERS),
    RETRY_AFTER,
    'RateLimit limit remaining reset retry after window second seconds minute day plan free pro business enterprise',
    'pet pets petId id name category categoryId status code message Error errors data items',
    'primary second wrong replaced swapped truncated beheaded extended prefixed basic part',
    KEY_CODINGS.join(' ').replaceAll('-', ' '),
    'Bearer Basic Digest token key realm scope charset invalid_token invalid_request error_description unauthorized',
    'Authorization Authenticate authentication www deprecation sunset deprecated true false null v1 http https',
    'application json problem text plain html xml utf-8 utf gzip br deflate zstd identity chunked keep-alive close',
    'content type length encoding language connection timeout max cache control private public no-cache no-store vary',
    'accept origin server date host link location allow GET POST PUT PATCH DELETE HEAD OPTIONS GMT localhost',
    'Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  ]
    .flatMap((words) => words.split(' '))
    .map((word) => word.toLowerCase()),
);

/** A media type, as configured headers may carry one. */
const MEDIA_TYPE = /^(application|text|\*)\/[\w.+*-]+(\s*;.*)?$/i;

/** Whether a text is so ordinary that finding it in a response does not point to a secret of the same spelling. */
export function isOrdinaryText(text: string): boolean {
  return ORDINARY_WORDS.has(text.toLowerCase()) || MEDIA_TYPE.test(text);
}

/** Whether a stretch of a text lies within one ordinary word: `category` in `categoryId`. */
export function isWithinOrdinaryWord(text: string, start: number, end: number): boolean {
  let from = start;
  let to = end;
  while (from > 0 && isLetter(text.charCodeAt(from - 1))) from -= 1;
  while (to < text.length && isLetter(text.charCodeAt(to))) to += 1;
  return ORDINARY_WORDS.has(text.slice(from, to).toLowerCase());
}

/** Whether a UTF-16 unit is an ASCII letter. */
export function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
