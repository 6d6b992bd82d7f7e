import type { Operation } from '../contract/operations.ts';
import { headerValue, type SentRequest } from '../evidence/exchange.ts';
import { dimension, odd, type Dimension } from './dimension.ts';
import type { Seen } from './seen.ts';

/** What shows who calls, as it is recorded: keys are masked by their role. */
interface Shown {
  readonly role: SentRequest['credential'];
  readonly value: string | undefined;
  /** Where the key is that does not belong there. */
  readonly elsewhere?: 'headers' | 'query';
}

const shown = ({ request: { credential: role, headers, target } }: Seen): readonly Shown[] => [
  {
    role,
    value: headerValue(headers, 'Authorization'),
    ...(headerValue(headers, 'X-API-Key') !== undefined && { elsewhere: 'headers' as const }),
  },
  ...(target.includes('{primary}') ? [{ role, value: undefined, elsewhere: 'query' as const }] : []),
];

const written = (form: RegExp) => (one: Shown) => one.value !== undefined && form.test(one.value);

/** Whether an operation asks for a key at all. Source: specification, section 5. */
export function callersOf(operation: Operation): Dimension {
  return dimension<Shown>({
    operation,
    name: 'caller',
    reveals: ['AUTH-1', 'AUTH-2'],
    isGate: true,
    ...(operation === 'createPet' && { needs: ['writes'] }),
    values: shown,
    partitions: [
      { id: 'a valid key', is: ({ role }) => role === 'primary' || role === 'second' },
      odd('no key', ({ role }) => role === 'none'),
      odd('an invalid key', ({ role }) => role === 'wrong'),
    ],
  });
}

/**
 * How the key is shown, on whichever operation: a service reads the header in one place, and what differs by operation is whether
 * it does. Source: specification, section 5; RFC 9110, section 11.1; RFC 6750, section 2.1.
 */
export const CREDENTIALS: Dimension = dimension<Shown>({
  operation: 'any',
  name: 'form of the key',
  reveals: ['AUTH-1', 'AUTH-2', 'AUTH-6', 'RATE-9'],
  isGate: true,
  values: shown,
  partitions: [
    { id: 'as documented', is: (one) => one.role === 'primary' && written(/^Bearer \{primary\}$/)(one) },
    { id: "another caller's key", needs: ['second key', 'burst'], is: ({ role }) => role === 'second' },
    odd('a wrong key', written(/^Bearer (\{wrong\}|null|undefined|constructor)$/)),
    odd('with characters added', written(/\{primary:(extended|prefixed)\}/)),
    odd('with a character replaced', written(/\{primary:(replaced|swapped)\}/)),
    odd('without its end', written(/\{primary:truncated\}/)),
    odd('without its start', written(/\{primary:beheaded\}/)),
    odd('an empty token', written(/^Bearer ?$/)),
    odd('under another scheme', written(/^(?!bearer )[\w-]+ \{primary\}$/i)),
    odd('as a Basic user', written(/^Basic \{primary:basic\}$/)),
    odd('without a scheme', written(/^\{primary\}$/)),
    odd('under the scheme in another letter case', written(/^(bearer|BEARER) \{primary\}$/)),
    odd('with an extra word', written(/^Bearer \{primary\} \S/)),
    odd('in other headers', ({ elsewhere }) => elsewhere === 'headers', ['this machine']),
    odd('in the query', ({ elsewhere }) => elsewhere === 'query', ['this machine']),
  ],
});
