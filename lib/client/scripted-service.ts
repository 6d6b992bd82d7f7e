import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import { NO_BODY, type HeaderPair, type SentRequest } from '../evidence/exchange.ts';
import { credentialRole } from '../evidence/masking.ts';

import { startReferenceServer, type ReferenceServer } from '../reference/server.ts';
import { variantsOf, withFreedom, type Freedom } from './freedoms.ts';
import { ownRefusals, resetOf, type Refusal } from './own-refusals.ts';
import { readBody } from './read-body.ts';
import type { ClientRequest } from './request-log.ts';
import { Script, type Disturbance, type Figures, type Turn } from './script.ts';
import { figuresOf, sayUnavailable } from './scripted-responses.ts';
import { SITUATIONS, type SituationName } from './situations.ts';

/** How a scripted service is started. */
export interface ScriptedOptions {
  readonly situation: SituationName;
  /** The day at which the service lives (YYYY-MM-DD), unless the situation has its own. */
  readonly asOf: string;
  /** The one key that is accepted. */
  readonly key: string;
  /** What the service does where the specification leaves it open; as the reference server does it, unless given. */
  readonly freedoms?: readonly Freedom[] | undefined;
  /** Nothing befalls the client, whatever the situation. */
  readonly isUndisturbed?: boolean;
  /** Takes every request, in the order of arrival. */
  readonly log: ClientRequest[];
  /** Milliseconds since the client was first started. */
  readonly now: () => number;
  /** The number of the first run of the client; 1 unless it was in this situation before. */
  readonly run?: number | undefined;
  /** What is over before a response is sent. */
  readonly work?: (() => Promise<unknown>) | undefined;
}

/** What a response takes at least, so that requests of one time are seen to overlap. In milliseconds. */
const TAKES_MS = 25;

/** A larger body is answered 413, and is not a NewPet that a client sends. In bytes. */
const MOST_BODY = 8 * 1_048_576;

/** What belongs to one connection, or is written anew with the body. Source: RFC 9110, section 7.6.1. */
const OF_ONE_HOP =
  /^(?:connection|keep-alive|transfer-encoding|content-length|expect|te|trailer|upgrade|proxy-connection)$/i;

/** The reference server, in front of which the script of a situation decides what befalls the requests of a client. */
export class ScriptedService {
  readonly #options: ScriptedOptions;
  readonly #service: ReferenceServer;
  /** What has befallen the client. */
  readonly script: Script;
  readonly #refuse: ReturnType<typeof ownRefusals>;
  #run: number;
  /** Whether Retry-After is a date. */
  readonly #isDated: boolean;

  private constructor(options: ScriptedOptions, service: ReferenceServer) {
    this.#options = options;
    this.#run = options.run ?? 1;
    this.#service = service;
    const { situation, freedoms = [], isUndisturbed = false, key } = options;
    const { steps, refusesWith } = SITUATIONS[situation];
    const ofRefusals = refusesWith ? withFreedom(freedoms, refusesWith) : freedoms;
    this.#isDated = ofRefusals.some(({ name }) => name === 'retry-after-date');
    this.script = new Script(isUndisturbed ? [] : steps, this.#isDated);
    this.#refuse = ownRefusals(variantsOf(ofRefusals), key);
  }

  /** Starts the service behind the script; nobody has to know its port. */
  static async start(options: ScriptedOptions): Promise<ScriptedService> {
    const today = SITUATIONS[options.situation].asOf ?? options.asOf;
    const keys = [{ key: options.key }];
    const variants = options.freedoms === undefined ? [] : variantsOf(options.freedoms);
    const service = await startReferenceServer({ plan: 'business', variants, today, keys });
    return new ScriptedService(options, service);
  }

  /** Ends the service; what is under way gets no response. */
  close(): Promise<void> {
    return this.#service.close();
  }

  /** Tells that the client has ended. */
  runEnded(): void {
    this.script.runEnded();
    this.#run += 1;
  }

  /** Answers a request of the client. @param path - its target, from `/v1` on */
  handle(incoming: IncomingMessage, outgoing: ServerResponse, path: string): void {
    void this.#answer(incoming, outgoing, path).catch(() => outgoing.destroy());
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<void> {
    const { log, now, key, situation, work = () => setTimeout(TAKES_MS) } = this.#options;
    const arrivedAt = now();
    const body = await readBody(incoming, MOST_BODY);
    if (body === undefined) return void outgoing.writeHead(413, { Connection: 'close' }).end();
    const sent = sentBy(incoming, { path, bytes: body, key });
    const number = log.length + 1;
    const turn: Turn = sent.credential === 'primary' ? this.script.next(number, sent, arrivedAt) : { kind: 'admit' };
    const entry: ClientRequest = { number, situation, run: this.#run, sent, arrivedAt, ...noteOn(turn) };
    log.push(entry);
    outgoing.once('finish', () => {
      entry.endedAt = now();
      this.script.ended(number, entry.endedAt, entry.resetAt);
    });
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return;
      entry.abandonedAt = now();
      // It cannot keep what it was never told.
      delete entry.refusal;
      this.script.lost(number);
    });
    await work();
    if (outgoing.destroyed) return;
    const passed = { incoming, outgoing, path, body };
    if (turn.kind === 'admit') {
      entry.status = await this.#passOn(passed, { figures: turn.figures });
    } else if (turn.kind === 'disturb') {
      const status = await this.#disturb(passed, turn.by);
      if (status !== undefined) entry.status = status;
    } else {
      const refusal = this.#isDated ? dated(turn) : inSeconds(turn);
      entry.resetAt = now() + resetOf(refusal) - Date.now();
      if (await this.#refuse(passed, refusal)) entry.status = 429;
    }
  }

  /** @returns the status that the client can have got */
  async #disturb(passed: Passed & { readonly outgoing: ServerResponse }, by: Disturbance): Promise<number | undefined> {
    const { outgoing } = passed;
    switch (by.kind) {
      case 'unavailable':
        return sayUnavailable(outgoing, by.retryAfter);
      case 'revoked':
        return await this.#passOn(passed, { authorization: 'Bearer revoked' });
      case 'stalled':
        await setTimeout(1_000 * by.seconds);
        return outgoing.destroyed ? undefined : await this.#passOn(passed, {});
      case 'lost':
        await this.#passOn({ ...passed, outgoing: undefined }, {});
        outgoing.destroy();
        return undefined;
      default:
        return await this.#passOn(passed, { isCut: true });
    }
  }

  /** @returns the status that the service answered with */
  #passOn({ incoming, outgoing, path, body }: Passed, changed: Changed): Promise<number> {
    const { figures, authorization, isCut = false } = changed;
    const headers = pairsOf(incoming.rawHeaders)
      .filter(([name]) => !OF_ONE_HOP.test(name))
      .map(([name, value]): HeaderPair => [name, /^authorization$/i.test(name) ? (authorization ?? value) : value]);
    if (body.length > 0 || incoming.headers['content-length'] !== undefined)
      headers.push(['Content-Length', `${body.length}`]);
    const { now } = this.#options;
    return new Promise((resolve, reject) => {
      const forwarded = send(
        { host: '127.0.0.1', port: this.#service.port, method: incoming.method, path, headers: headers.flat() },
        (response) => {
          const status = response.statusCode ?? 500;
          response.on('end', () => resolve(status));
          response.on('error', reject);
          if (outgoing === undefined) {
            response.resume();
            return;
          }
          const announced = figures === undefined ? {} : figuresOf(figures, now());
          const own = pairsOf(response.rawHeaders)
            .filter(([name]) => !OF_ONE_HOP.test(name) || /^content-length$/i.test(name))
            .map(([name, value]): HeaderPair => [name, announced[name.toLowerCase()] ?? value]);
          if (/close/i.test(response.headers.connection ?? '')) outgoing.shouldKeepAlive = false;
          outgoing.writeHead(status, own.flat());
          if (isCut) cutOff(response, outgoing);
          else response.pipe(outgoing);
        },
      );
      forwarded.on('error', reject);
      forwarded.end(body);
    });
  }
}

type Refusing = Extract<Turn, { kind: 'refuse' | 'early' }>;

function inSeconds(turn: Refusing): Refusal {
  return {
    retryAfter: turn.kind === 'refuse' ? turn.refusal.retryAfter : Math.ceil(turn.remaining / 1_000),
    at: Date.now(),
  };
}

/** A date is a whole second: that many after the one that has begun. */
function dated(turn: Refusing): Refusal {
  const { retryAfter, at } = inSeconds(turn);
  return { retryAfter: turn.kind === 'refuse' ? retryAfter : retryAfter + 1, at: 1_000 * Math.floor(at / 1_000) };
}

interface Passed {
  readonly incoming: IncomingMessage;
  /** Undefined where nobody is told. */
  readonly outgoing: ServerResponse | undefined;
  readonly path: string;
  readonly body: Buffer;
}

/** What is not as the client sent it, or the service answered it. */
interface Changed {
  readonly figures?: Figures | undefined;
  readonly authorization?: string;
  readonly isCut?: boolean;
}

function noteOn(turn: Turn): Partial<ClientRequest> {
  switch (turn.kind) {
    case 'admit':
      return turn.figures === undefined ? {} : { disturbance: 'used-up' };
    case 'refuse':
      return { refusal: turn.refusal };
    case 'early':
      return { duringWaitOf: turn.of, underWay: turn.underWay };
    default:
      return { disturbance: turn.by.kind };
  }
}

/** Sends half of a body, and ends the connection. */
function cutOff(response: IncomingMessage, outgoing: ServerResponse): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => {
    const whole = Buffer.concat(chunks);
    outgoing.write(whole.subarray(0, whole.length >> 1), () => outgoing.destroy());
  });
}

function sentBy(
  incoming: IncomingMessage,
  { path, bytes, key }: { readonly path: string; readonly bytes: Buffer; readonly key: string },
): SentRequest {
  const headers = pairsOf(incoming.rawHeaders);
  const named = headers.map(([name, value]): HeaderPair => [name, value.replaceAll(key, '{primary}')]);
  const target = path.replaceAll(key, '{primary}');
  return {
    method: incoming.method ?? 'GET',
    // Outside the base address nothing is documented: such a target keeps its whole path.
    target: target.startsWith(`${VERSION_SEGMENT}/`) ? target.slice(VERSION_SEGMENT.length) : target,
    headers: named,
    body: bytes.length === 0 ? NO_BODY : { kind: 'bytes', bytes },
    credential: credentialRole(named),
  };
}

function pairsOf(raw: readonly string[]): HeaderPair[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
