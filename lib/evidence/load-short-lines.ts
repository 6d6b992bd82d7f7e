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
  z.union([z.string(), z.int(), z.null(), z.object({ error: z.string().optional(), code: z.int().optional() })]),
);

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
  #date = { second: Number.NaN, text: '' };

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
    const to = underWay.from + took;
    const [failed] = rest;
    if (status === 0 && typeof failed === 'object' && failed !== null && rest.length === 1) {
      user.underWay = undefined;
      return { sample: { ...underWay, to, status, headers: [], duration, waiting, ...failed } };
    }
    const values = this.#valuesOf(rest, user.headers, to);
    if (values === undefined) return undefined;
    user.underWay = undefined;
    user.headers = values;
    const headers: [string, string][] = [];
    for (const [at, header] of SAMPLE_HEADERS.entries()) {
      const value = values[at] ?? null;
      if (value !== null) headers.push([header, value]);
    }
    return { sample: { ...underWay, to, status, headers, duration, waiting } };
  }

  /** The values of the headers in their order; undefined where a number refers to none, or one is no header. */
  #valuesOf(told: readonly unknown[], before: readonly (string | null)[], to: number): (string | null)[] | undefined {
    if (told.length > SAMPLE_HEADERS.length) return undefined;
    const values: (string | null)[] = [];
    for (const [at, name] of SAMPLE_HEADERS.entries()) {
      const [one, last = null] = [at < told.length ? told[at] : 0, before[at]];
      const number = typeof one === 'number' && one !== 0 ? plainNumber(last) : undefined;
      if (typeof one === 'string' || one === null) values.push(one);
      else if (typeof one === 'number' && name === 'Date') values.push(this.#dateOf(to, one));
      else if (one === 0) values.push(last);
      else if (typeof one === 'number' && number !== undefined) values.push(`${number + one}`);
      else return undefined;
    }
    return values;
  }

  /** Mostly it is that of the response before. */
  #dateOf(to: number, seconds: number): string {
    const second = Math.floor(to / 1_000) + seconds;
    if (second !== this.#date.second) this.#date = { second, text: dateAfter(to, seconds) };
    return this.#date.text;
  }
}

function newUser(): User {
  return { nth: -1, underWay: undefined, from: 0, place: ['', 0, 'primary'], targets: [], headers: [] };
}
