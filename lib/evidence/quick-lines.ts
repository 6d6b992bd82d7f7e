import * as z from 'zod';
import { UNRECORDED_BODY, type Exchange, type HeaderPair, type SentRequest } from './exchange.ts';
import { parsedJson } from './parsed-json.ts';
import { exchangeRecord, headerPairRecord } from './record.ts';

/** How many texts of a kind are remembered at a time. */
const MOST_KNOWN = 10_000;

const ID = '{"exchange":{"id":';
const REQUEST = ',"request":';
const STATUS = ',"answer":{"status":';
const HEADERS = ',"headers":[';
const TIMES = '],"body":"not-recorded"},"times":';
const PAIR_END = '"],["';

const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

/** Instants until the year 2286, which every parser accepts. */
const INSTANT = String.raw`((?:0|[1-9]\d{0,12})(?:\.\d{1,12})?)`;
const PLAIN_TEXT = String.raw`("[^"\\]*")`;
const END = new RegExp(
  String.raw`\{"startedAt":${INSTANT},"answeredAt":${INSTANT},"endedAt":${INSTANT}\}` +
    String.raw`(?:,"probe":${PLAIN_TEXT})?(?:,"sender":${PLAIN_TEXT})?\}\}$`,
  'y',
);

/**
 * Reads the lines of a load run's exchanges, of which there may be a million that are much alike. Such a line is cut
 * where the members of an exchange meet; each piece is parsed and checked by itself, and only once.
 */
export class QuickLines {
  readonly #requests = new KnownTexts<SentRequest>(exchangeRecord.shape.request);
  readonly #pairs = new KnownTexts<HeaderPair>(headerPairRecord);
  readonly #texts = new KnownTexts<string>(z.string());
  readonly #last: Piece[] = [];

  /** @returns undefined where it is not such a line, or not a valid one: another reader handles those */
  read(text: string): { readonly exchange: Exchange } | undefined {
    if (!text.startsWith(ID)) return undefined;
    const requestAt = text.indexOf(REQUEST, ID.length);
    const statusAt = requestAt < 0 ? -1 : text.indexOf(STATUS, requestAt);
    const headersAt = statusAt < 0 ? -1 : text.indexOf(HEADERS, statusAt);
    const timesAt = headersAt < 0 ? -1 : text.indexOf(TIMES, headersAt);
    if (timesAt < 0) return undefined;
    END.lastIndex = timesAt + TIMES.length;
    const end = END.exec(text);
    const id = wholeNumber(text.slice(ID.length, requestAt));
    const status = wholeNumber(text.slice(statusAt + STATUS.length, headersAt));
    const request = this.#requests.of(text.slice(requestAt + REQUEST.length, statusAt));
    const headers = this.#pairsIn(text, headersAt + HEADERS.length, timesAt);
    if (end === null || id === 0 || id === undefined || status === undefined) return undefined;
    if (request === undefined || headers === undefined) return undefined;
    const [, startedAt, answeredAt, endedAt, probeText, senderText] = end;
    const probe = probeText === undefined ? undefined : this.#texts.of(probeText);
    const sender = senderText === undefined ? undefined : this.#texts.of(senderText);
    if ((probe === undefined) !== (probeText === undefined) || (sender === undefined) !== (senderText === undefined))
      return undefined;
    const times = { startedAt: Number(startedAt), answeredAt: Number(answeredAt), endedAt: Number(endedAt) };
    return { exchange: { id, request, answer: { status, headers, body: UNRECORDED_BODY }, times, probe, sender } };
  }

  #pairsIn(text: string, from: number, to: number): readonly HeaderPair[] | undefined {
    const pairs: HeaderPair[] = [];
    let at = from;
    while (at < to) {
      const found = this.#pairAt(text, at, to, pairs.length);
      if (found === undefined) return undefined;
      pairs.push(found.pair);
      at += found.text.length;
      if (at === to) return pairs;
      if (text[at++] !== ',') return undefined;
    }
    return from === to ? pairs : undefined;
  }

  /** Mostly a header is the same as in the line before, at the same position. */
  #pairAt(text: string, at: number, to: number, nth: number): Piece | undefined {
    const last = this.#last[nth];
    if (last !== undefined && text.startsWith(last.text, at)) return last;
    const next = text.indexOf(PAIR_END, at);
    const piece = text.slice(at, next < 0 || next >= to ? to : next + 2);
    const pair = this.#pairs.of(piece);
    return pair && (this.#last[nth] = { text: piece, pair });
  }
}

/** A header, and how it is written. */
interface Piece {
  readonly text: string;
  readonly pair: HeaderPair;
}

/** The values of JSON texts, each parsed once. */
class KnownTexts<T extends object | string> {
  readonly #schema: z.ZodType<T>;
  readonly #known = new Map<string, T>();

  constructor(schema: z.ZodType<T>) {
    this.#schema = schema;
  }

  /** Undefined where a text is not JSON, or not of the expected form. */
  of(text: string): T | undefined {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const { data } = this.#schema.safeParse(parsedJson(text));
    if (data === undefined) return undefined;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    // A part of a text keeps all of it in memory, a copy does not.
    this.#known.set(Buffer.from(text).toString(), data);
    return data;
  }
}

function wholeNumber(text: string): number | undefined {
  return WHOLE.test(text) ? Number(text) : undefined;
}
