import { isPetStatus, PAGE } from '../../contract/pets.ts';
import { beforePaging } from '../before-paging.ts';
import { isDecodable } from '../decodable.ts';
import type { Hooks } from '../hooks.ts';
import type { ListQuery } from '../list-query.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import type { Variant } from './variant.ts';

/** Reads the parameters after some of them were changed; a name with no values left is a parameter that was not sent. */
function reading(change: (name: string, values: readonly string[]) => readonly string[]): Hooks {
  return {
    readListQuery: (core, parameters) => {
      const changed = new URLSearchParams();
      for (const name of new Set(parameters.keys()))
        for (const value of change(name, parameters.getAll(name))) changed.append(name, value);
      return core(changed);
    },
  };
}

/** Changes what the core makes of a query. */
function after(change: (query: ListQuery | Refusal, parameters: URLSearchParams) => ListQuery | Refusal): Hooks {
  return { readListQuery: (core, parameters) => change(core(parameters), parameters) };
}

/** The limit that a text of digits means, cut down to the largest page; the default for any other text. */
function lenientLimit(text: string): string {
  const limit = Number.parseInt(text, 10);
  return `${limit >= 1 ? Math.min(limit, PAGE.maximum) : PAGE.default}`;
}

/** The digits of a text that Python's `int()` reads; any other text as it is. */
function plainInteger(text: string): string {
  const [, sign = '', digits] = /^\s*([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)\s*$/u.exec(text) ?? [];
  if (digits === undefined) return text;
  const plain = digits.replaceAll('_', '').replaceAll(/\p{Nd}/gu, digitOf);
  return `${sign === '-' ? '-' : ''}${plain.replace(/^0+(?=\d)/, '')}`;
}

/** A decimal digit of any script as one of the ten: each script has its ten in a row. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return `${value}`;
}

/** The integer that a text means where numbers are read as in programs; any other text as it is. */
function plainValue(text: string): string {
  const value = /^-?\d+$/.test(text) || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) ? `${value}` : text;
}

/** Shows the pets of several statuses, when a filter names more than one. */
function ofSeveral(split: (parameters: URLSearchParams) => readonly string[]): Hooks {
  return {
    readListQuery: (core, parameters) => {
      const asked = split(parameters);
      if (asked.length < 2 || !asked.every(isPetStatus)) return core(parameters);
      const others = new URLSearchParams(parameters);
      others.delete('status');
      return core(others);
    },
    ...beforePaging(
      (pets, _store, request) => {
        const asked: readonly string[] = split(request.query);
        return pets.filter(({ status }) => asked.includes(status ?? ''));
      },
      (_query, request) => split(request.query).length >= 2,
    ),
  };
}

/** How odd queries are read. */
export const queryVariants: Readonly<Record<string, Variant>> = {
  'limit-lenient': {
    says: 'a limit is read as far as it has digits; none below 1, and at most 100',
    closeTo: ['LIST-9'],
    ...reading((name, [first = '', ...more]) => (name === 'limit' ? [lenientLimit(first)] : [first, ...more])),
  },
  'limit-of-any-digits': {
    says: 'blanks, a plus, underscores and digits of any script are read in a limit and a petId, as Python does',
    closeTo: ['LIST-5', 'GET-3'],
    ...reading((name, values) => (name === 'limit' ? values.map(plainInteger) : values)),
    readPetId: (core, segment) => core(plainInteger(isDecodable(segment) ? decodeURIComponent(segment) : segment)),
  },
  'limit-of-any-value': {
    says: 'a limit and a petId are read as numbers are written in programs: 5.0, 1e1, 0x10',
    closeTo: ['LIST-5', 'GET-3'],
    ...reading((name, values) => (name === 'limit' ? values.map(plainValue) : values)),
    readPetId: (core, segment) => core(plainValue(segment)),
  },
  'limit-refused-422': {
    says: 'an invalid limit or status gets 422',
    closeTo: ['LIST-4', 'ERR-3'],
    ...after((query) => (isRefusal(query) ? { refused: { ...query.refused, status: 422 } } : query)),
  },
  'limit-refused-404': {
    says: 'an invalid limit or status gets 404',
    closeTo: ['LIST-5'],
    ...after((query) => (isRefusal(query) ? { refused: { ...query.refused, status: 404 } } : query)),
  },
  'repeated-last': {
    says: 'of a parameter given twice the last value counts',
    closeTo: ['LIST-5'],
    ...reading((_name, values) => values.slice(-1)),
  },
  'repeated-first': {
    says: 'of a parameter given twice the first value counts',
    ...reading((_name, values) => values.slice(0, 1)),
  },
  'empty-is-none': {
    says: 'a parameter without a value is taken as not sent',
    ...reading((_name, values) => values.filter((value) => value !== '')),
  },
  'blanks-ignored': {
    says: 'blanks around the values of parameters are ignored',
    ...reading((_name, values) => values.map((value) => value.trim())),
  },
  'brackets-read': {
    says: 'status[] and limit[] are read as status and limit',
    readListQuery: (core, parameters) => {
      const plain = [...parameters].map(([name, value]): [string, string] => [name.replace(/\[\]$/, ''), value]);
      return core(new URLSearchParams(plain));
    },
  },
  'statuses-with-commas': {
    says: 'a filter may name several statuses with commas between them',
    closeTo: ['LIST-6'],
    ...ofSeveral((parameters) => (parameters.get('status') ?? '').split(',').filter((one) => one !== '')),
  },
  'statuses-repeated': {
    says: 'a filter given twice shows the pets of both statuses',
    ...ofSeveral((parameters) => parameters.getAll('status')),
  },
  'unknown-parameters-refused': {
    says: 'a parameter that is not documented is refused',
    ...after((query, parameters) =>
      [...parameters.keys()].every((name) => ['limit', 'status'].includes(name))
        ? query
        : refuse(400, 'unknown_parameter', 'only limit and status are known'),
    ),
  },
  'unknown-filter-404': {
    says: 'a status that does not exist gets 404',
    closeTo: ['LIST-8'],
    ...after((query, parameters) => {
      const status = parameters.get('status');
      return status === null || isPetStatus(status) ? query : refuse(404, 'unknown_status', 'there is no such status');
    }),
  },
};
