import * as z from 'zod';
import { dateAfter, plainNumber, SAMPLE_HEADERS, SHORT_LINES } from '../contract/load-lines.ts';
import type { LoadDeparture, LoadSample } from './load-samples.ts';

const Place = z.tuple([z.string(), z.int(), z.enum(['primary', 'second', 'none'])]);

const Leaving = z.tuple(
  [
    z.enum([SHORT_LINES.first, SHORT_LINES.next]),
    z.string(),
    z.number(),
    z.number(),
    z.union([z.string(), z.int().min(0)]),
  ],
  z.union([z.string(), z.int()]),
);

const Responding = z.tuple(
  [z.literal(SHORT_LINES.response), z.string(), z.number(), z.int(), z.number(), z.number()],
  z.unknown(),
);

const Failed = z.tuple([z.object({ error: z.string().optional(), code: z.int().optional() })]);

const Headers = z.array(z.union([z.string(), z.int(), z.null()])).max(SAMPLE_HEADERS.length);

/** What is known of a virtual user from its lines so far. */
interface User {
  /** The number of its last request, which is under way where its departure is there. */
  nth: number;
  underWay: LoadDeparture | undefined;
  from: number;
  place: z.infer<typeof Place>;
  readonly targets: string[];
  headers: readonly (string | null)[];
}

/** Reads the short lines of a console in their order, as `lib/contract/load-lines.ts` describes them. */
export class ShortLineReader {
  readonly #users = new Map<string, User>();

  /** @returns undefined where it is not such a line, or refers to one that is missing */
  read(line: readonly unknown[]): { departure: LoadDeparture } | { sample: LoadSample } | undefined {
    const [, key] = line;
    const [, name, digits] = typeof key === 'string' ? (/^(\d+)\.(\d{1,15})$/.exec(key) ?? []) : [];
    if (name === undefined) return undefined;
    const nth = Number(digits);
    return line[0] === SHORT_LINES.response ? this.#response(line, name, nth) : this.#departure(line, name, nth);
  }

  #departure(line: readonly unknown[], name: string, nth: number): { departure: LoadDeparture } | undefined {
    const { data } = Leaving.safeParse(line);
    if (data === undefined) return undefined;
    const [word, key, since, late, target, ...rest] = data;
    const user = word === SHORT_LINES.first ? newUser() : this.#users.get(name);
    if (user === undefined || (word === SHORT_LINES.next && (user.nth + 1 !== nth || user.underWay !== undefined)))
      return undefined;
    const place = rest.length === 0 ? user.place : Place.safeParse(rest).data;
    const text = typeof target === 'string' ? target : user.targets[target];
    const space = text?.indexOf(' ') ?? -1;
    if (place === undefined || text === undefined || space < 0) return undefined;
    if (typeof target === 'string') user.targets.push(target);
    const from = user.from + since;
    const [scenario, window, caller] = place;
    const [method, path] = [text.slice(0, space), text.slice(space + 1)];
    const departure = { key, scenario, window, caller, method, target: path, scheduled: from + late, from };
    this.#users.set(name, Object.assign(user, { nth, from, place, underWay: departure }));
    return { departure };
  }

  #response(line: readonly unknown[], name: string, nth: number): { sample: LoadSample } | undefined {
    const { data } = Responding.safeParse(line);
    const user = this.#users.get(name);
    if (data === undefined || user === undefined || user.underWay === undefined || user.nth !== nth) return undefined;
    const [, , took, status, duration, waiting, ...rest] = data;
    const { underWay } = user;
    const sample = { ...underWay, to: underWay.from + took, status, duration, waiting };
    const failed = status === 0 ? Failed.safeParse(rest).data : undefined;
    const headers = failed === undefined ? headersOf(rest, user.headers, sample.to) : [];
    if (headers === undefined) return undefined;
    user.underWay = undefined;
    if (failed !== undefined) return { sample: { ...sample, headers: [], ...failed[0] } };
    user.headers = headers;
    return {
      sample: {
        ...sample,
        headers: SAMPLE_HEADERS.flatMap((header, at): [string, string][] => {
          const value = headers[at] ?? null;
          return value === null ? [] : [[header, value]];
        }),
      },
    };
  }
}

function newUser(): User {
  return { nth: -1, underWay: undefined, from: 0, place: ['', 0, 'primary'], targets: [], headers: [] };
}

/** The values of the headers in their order; undefined where a number refers to none. */
function headersOf(
  told: readonly unknown[],
  before: readonly (string | null)[],
  to: number,
): readonly (string | null)[] | undefined {
  const read = Headers.safeParse(told).data;
  if (read === undefined) return undefined;
  const values = SAMPLE_HEADERS.map((name, at) => {
    const one = at < read.length ? read[at] : 0;
    if (typeof one !== 'number') return one;
    if (name === 'Date') return dateAfter(to, one);
    const last = before[at] ?? null;
    if (one === 0) return last;
    const number = plainNumber(last);
    return number === undefined ? undefined : `${number + one}`;
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}
