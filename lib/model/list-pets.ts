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

function oddValue(id: string, is: (raw: string, decoded: string) => boolean): Declared<Given> {
  return odd(id, value(is));
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
    oddValue('empty', (raw) => raw === ''),
    oddValue('0', (raw) => raw === '0'),
    oddValue('negative', (raw) => /^-\d{1,30}$/.test(raw)),
    odd(`${maximum + 1}`, numbers(maximum + 1)),
    odd(`more than ${maximum + 1}`, numbers(maximum + 2, 2 ** 31 - 1)),
    oddValue('beyond 31 bits', (raw) => /^[1-9]\d{9,29}$/.test(raw)),
    oddValue('with very many digits', (raw) => /^[+-]?\d{31,}$/.test(raw)),
    oddValue('a fraction', (raw) => /^-?\d+\.\d+$/.test(raw)),
    oddValue('an integer spelled differently', (_raw, decoded) =>
      /^\s*[+]?\d+(\.\d+)?(e\d+)?;?\s*$|^0x|^[\p{N}_]+$/iu.test(decoded),
    ),
    oddValue('digits and other characters', (raw) => /^\d/.test(raw)),
    oddValue('a word', (raw) => /^[a-z]+$/i.test(raw)),
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
    oddValue('empty', (raw) => raw === ''),
    oddValue('in another letter case', (raw) => isPetStatus(raw.toLowerCase())),
    oddValue('with a space', (_raw, decoded) => decoded !== decoded.trim() && isPetStatus(decoded.trim())),
    oddValue(
      'two values in one',
      (raw) => /,/.test(raw) && raw.split(',').every((one) => one === '' || isPetStatus(one)),
    ),
    oddValue(
      'in letters that are not of ASCII',
      (_raw, decoded) => /^\p{L}+$/u.test(decoded) && !/^[a-z]+$/i.test(decoded),
    ),
    oddValue('very long', (raw) => raw.length > 1_000),
    oddValue('with a NUL', (raw) => raw.includes('%00')),
    oddValue('wrongly encoded', (raw, decoded) => raw.includes('%') && raw === decoded),
    oddValue('with a quotation mark', (_raw, decoded) => /['"]/.test(decoded)),
    oddValue('another word', (raw) => /^\w+$/.test(raw)),
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
