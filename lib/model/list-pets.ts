import { isPetStatus, PAGE, PET_STATUSES } from '../contract/pets.ts';
import type { Parameter } from '../expectation/request.ts';
import { dimension, odd, type Declared, type Dimension } from './dimension.ts';
import type { Seen } from './seen.ts';

/** What a query says of one parameter: its values as they were sent. */
type Given = readonly Parameter[];

/** All that are given together, and of several each by itself, where it is odd. */
const given =
  (name: string) =>
  ({ parameters }: Seen): readonly Given[] => {
    const all = parameters.filter((one) => one.name === name);
    return all.length < 2 ? [all] : [all, ...all.map((one) => [one])];
  };

/** A parameter that is given once, plainly written, in a range. */
function numbers(from: number, to = from): (values: Given) => boolean {
  return value((raw) => /^(0|[1-9]\d{0,9})$/.test(raw) && Number(raw) >= from && Number(raw) <= to);
}

/** A parameter that is given once, under its plain name, by what its value is. */
function value(is: (raw: string, decoded: string) => boolean): (values: Given) => boolean {
  return (values) =>
    values.length === 1 &&
    values.every(({ name, spelled, raw, value: decoded }) => name === spelled && is(raw, decoded));
}

const absent: Declared<Given> = { id: 'absent', is: (values) => values.length === 0 };

const { minimum, default: usual, maximum } = PAGE;

const limit = dimension<Given>({
  operation: 'listPets',
  name: 'limit',
  reveals: ['LIST-2', 'LIST-3', 'LIST-4'],
  values: given('limit'),
  partitions: [
    absent,
    { id: `${minimum}, the smallest`, is: numbers(minimum) },
    { id: `${minimum + 1}`, is: numbers(minimum + 1) },
    { id: `${minimum + 2} to ${usual - 2}`, is: numbers(minimum + 2, usual - 2) },
    { id: `${usual - 1}`, is: numbers(usual - 1) },
    { id: `${usual}, the default`, is: numbers(usual) },
    { id: `${usual + 1}`, is: numbers(usual + 1) },
    { id: `${usual + 2} to ${maximum - 2}`, is: numbers(usual + 2, maximum - 2) },
    { id: `${maximum - 1}`, is: numbers(maximum - 1) },
    { id: `${maximum}, the largest`, is: numbers(maximum) },
    odd('given twice', (values) => values.length > 1),
    odd(
      'empty',
      value((raw) => raw === ''),
    ),
    odd(
      '0',
      value((raw) => raw === '0'),
    ),
    odd(
      'negative',
      value((raw) => /^-\d{1,30}$/.test(raw)),
    ),
    odd(`${maximum + 1}`, numbers(maximum + 1)),
    odd(`more than ${maximum + 1}`, numbers(maximum + 2, 2 ** 31 - 1)),
    odd(
      'beyond 31 bits',
      value((raw) => /^[1-9]\d{9,29}$/.test(raw)),
    ),
    odd(
      'of very many digits',
      value((raw) => /^[+-]?\d{31,}$/.test(raw)),
    ),
    odd(
      'a fraction',
      value((raw) => /^-?\d+\.\d+$/.test(raw)),
    ),
    odd(
      'an integer spelled otherwise',
      value((_raw, decoded) => /^\s*[+]?\d+(e\d+)?\s*$|^0x/i.test(decoded)),
    ),
    odd(
      'a word',
      value((raw) => /^[a-z]+$/i.test(raw)),
    ),
  ],
});

const status = dimension<Given>({
  operation: 'listPets',
  name: 'status',
  reveals: ['LIST-6', 'LIST-7'],
  values: given('status'),
  partitions: [
    absent,
    ...PET_STATUSES.map((one): Declared<Given> => ({ id: one, is: value((raw) => raw === one) })),
    odd('given twice', (values) => values.length > 1),
    odd(
      'empty',
      value((raw) => raw === ''),
    ),
    odd(
      'in another letter case',
      value((raw) => isPetStatus(raw.toLowerCase())),
    ),
    odd(
      'with a blank',
      value((_raw, decoded) => decoded !== decoded.trim() && isPetStatus(decoded.trim())),
    ),
    odd(
      'two values in one',
      value((raw) => raw.split(',').every(isPetStatus)),
    ),
    odd(
      'of very many characters',
      value((raw) => raw.length > 1_000),
    ),
    odd(
      'with a NUL',
      value((raw) => raw.includes('%00')),
    ),
    odd(
      'wrongly encoded',
      value((raw, decoded) => raw.includes('%') && raw === decoded),
    ),
    odd(
      'with a quotation mark',
      value((_raw, decoded) => /['"]/.test(decoded)),
    ),
    odd(
      'another word',
      value((raw) => /^\w+$/.test(raw)),
    ),
  ],
});

const order = dimension<readonly string[]>({
  operation: 'listPets',
  name: 'order of limit and status',
  reveals: ['LIST-2', 'LIST-6'],
  values: ({ parameters }) => {
    const names = parameters.map(({ name }) => name);
    return names.length === 2 && names.includes('limit') && names.includes('status') ? [names] : [];
  },
  partitions: [
    { id: 'limit first', is: ([first]) => first === 'limit' },
    { id: 'status first', is: ([first]) => first === 'status' },
  ],
});

const MANY = 100;

const others = dimension<string>({
  operation: 'listPets',
  name: 'further parameters',
  reveals: ['ERR-7', 'LIST-2'],
  values: ({ parameters }) => {
    const names = parameters.map(({ name }) => name).filter((name) => name !== 'limit' && name !== 'status');
    return names.length > MANY ? ['very many', ...names] : names;
  },
  partitions: [
    odd('very many', (name) => name === 'very many'),
    odd('the documented ones as an array', (name) => /^(limit|status)\[\]$/.test(name)),
    odd('one as an object', (name) => /^\w+\[.+\]$/.test(name)),
    odd('one that is not documented', (name) => /^\w+$/.test(name)),
  ],
});

/** GET /pets. Source: specification, section 4.1. */
export const LIST_PETS: readonly Dimension[] = [limit, status, order, others];
