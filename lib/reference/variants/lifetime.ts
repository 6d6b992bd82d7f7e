import { withBody, withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { addresses } from '../request.ts';
import type { Variant } from './variant.ts';

/** The announcement of getPet's end in another form; undefined leaves a header out. */
function announced(deprecation: string | undefined, sunset: string | undefined, link?: string): Hooks {
  return {
    answer: (answer, request) => {
      if (!addresses(request, 'getPet')) return answer;
      const changed = withHeader(withHeader(answer, 'Deprecation', deprecation), 'Sunset', sunset);
      return link === undefined ? changed : withHeader(changed, 'Link', link);
    },
  };
}

/** The end of getPet: announced, on its day, and afterwards. */
export const lifetimeVariants: Readonly<Record<string, Variant>> = {
  'announced-as-true': {
    says: 'Deprecation is true',
    closeTo: ['GET-5'],
    ...announced('true', 'Thu, 05 Dec 2030 00:00:00 GMT'),
  },
  'announced-by-local-time': {
    says: 'Sunset is the beginning of the day of the removal where it is 13 hours later',
    closeTo: ['GET-5'],
    ...announced('@1764892800', 'Wed, 04 Dec 2030 11:00:00 GMT'),
  },
  'announced-with-links': {
    says: 'Links lead to the policy of the removal and to what takes its place',
    ...announced(
      '@1764892800',
      'Thu, 05 Dec 2030 23:59:59 GMT',
      '</docs/sunset>; rel="sunset", </v1/pets>; rel="successor-version"',
    ),
  },
  'removed-day-before': {
    says: 'it is the day before the removal, and getPet is gone already somewhere on earth',
    options: { today: '2030-12-04' },
    isRemoved: () => true,
  },
  'kept-on-last-day': {
    says: 'it is the day of the removal, and getPet still responds',
    closeTo: ['GET-4'],
    options: { today: '2030-12-05' },
    isRemoved: () => false,
  },
  'removed-on-last-day': { says: 'it is the day of the removal, and getPet is gone', options: { today: '2030-12-05' } },
  'long-before-removal': {
    says: 'it is years before the removal, and nothing announces it yet',
    options: { today: '2024-01-01' },
    warns: ['GET-5'],
    ...announced(undefined, undefined),
  },
  'after-removal-html': {
    says: 'getPet was removed, and its path gets 404 in HTML without checking the key',
    options: { today: '2031-01-15' },
    answer: (answer, request) =>
      addresses(request, 'getPet') && answer.status !== 429
        ? withBody({ ...answer, status: 404 }, '<h1>404</h1>', 'text/html')
        : answer,
  },
  'after-removal-page': {
    says: 'getPet was removed, and its path gets 200 with the page of the site, without checking the key',
    closeTo: ['AUTH-7', 'GET-4'],
    options: { today: '2031-01-15' },
    answer: (answer, request) =>
      addresses(request, 'getPet') && answer.status !== 429
        ? withBody({ ...answer, status: 200 }, '<!doctype html><title>Pets</title>', 'text/html')
        : answer,
  },
  'after-removal-notice': {
    says: 'getPet was removed, and its path gets 200 with a notice',
    options: { today: '2031-01-15' },
    answer: (answer, request) =>
      addresses(request, 'getPet') && answer.status === 410
        ? withBody({ ...answer, status: 200 }, '{"notice":"getPet was removed on 5 December 2030"}')
        : answer,
  },
  'clock-beyond-removal': {
    says: 'the clock of the service is five years ahead, and getPet is removed by it',
    closeTo: ['GET-1'],
    options: { clockAhead: 5 * 366 * 86_400 },
  },
  'after-removal-redirected': {
    says: 'getPet was removed, and its path leads to the lists',
    closeTo: ['GET-4'],
    options: { today: '2031-01-15' },
    answer: (answer, request) =>
      addresses(request, 'getPet') && answer.status === 410
        ? withHeader({ ...answer, status: 301 }, 'Location', '/v1/pets')
        : answer,
  },
};
