import { randomBytes } from 'node:crypto';

import { withoutDoubt } from './backoff.ts';
import { clientReport, type ClientReport } from './client-report.ts';
import { drawFreedoms } from './freedoms.ts';
import { judgeClient } from './judge-client.ts';
import type { ClientRequest } from './request-log.ts';
import { ScriptedService } from './scripted-service.ts';
import type { SituationName } from './situations.ts';

/** What a session is asked for with. */
export interface SessionOptions {
  readonly situation: SituationName;
  /** The day at which the service lives (YYYY-MM-DD). */
  readonly asOf: string;
  /** What the report calls the client. */
  readonly client: string;
  /** The seed of a mixture of freedoms. */
  readonly grease?: number | undefined;
}

/** A service of its own, in one situation, for one client that something else starts. */
export class Session {
  readonly id: string;
  /** The one key that its service accepts. */
  readonly key: string;
  readonly options: SessionOptions;
  readonly service: ScriptedService;
  readonly #startedAt = Date.now();
  readonly #log: ClientRequest[];

  private constructor(
    { id, key, log }: { readonly id: string; readonly key: string; readonly log: ClientRequest[] },
    options: SessionOptions,
    service: ScriptedService,
  ) {
    this.id = id;
    this.key = key;
    this.options = options;
    this.service = service;
    this.#log = log;
  }

  /** Starts the service of a session. */
  static async start(options: SessionOptions): Promise<Session> {
    const [id, key] = [randomBytes(9).toString('base64url'), `pet_${randomBytes(16).toString('hex')}`];
    const log: ClientRequest[] = [];
    const from = performance.now();
    const now = () => performance.now() - from;
    const freedoms = options.grease === undefined ? undefined : drawFreedoms(options.grease);
    return new Session({ id, key, log }, options, await ScriptedService.start({ ...options, freedoms, key, log, now }));
  }

  /** When something last happened, in milliseconds since 1970. */
  get usedAt(): number {
    const last = this.#log.at(-1);
    return this.#startedAt + (last === undefined ? 0 : (last.endedAt ?? last.arrivedAt));
  }

  /** How many requests have come. */
  get requests(): number {
    return this.#log.length;
  }

  /** The verdicts on what the client has sent until now. */
  report(): ClientReport {
    const { situation, asOf, client } = this.options;
    const log = withoutDoubt(this.#log.filter(({ endedAt, abandonedAt }) => (endedAt ?? abandonedAt) !== undefined));
    const vetted = {
      startedAt: this.#startedAt,
      log,
      situations: [{ name: situation, isMet: this.service.script.isMet && log.length > 0, runs: [] }],
      findings: judgeClient(log, asOf),
      wasInterrupted: false,
    };
    return clientReport(vetted, client, asOf);
  }
}

/** More sessions than this at once are refused. */
export const MOST_SESSIONS = 500;

/** A session that nothing used for so long ends, in milliseconds. */
export const SESSION_IDLE_MS = 30 * 60_000;

/** The sessions that are open. */
export class Sessions {
  readonly #open = new Map<string, Session>();
  #starting = 0;

  /** @returns undefined where there are too many */
  async start(options: SessionOptions): Promise<Session | undefined> {
    await this.#endIdle();
    if (this.#open.size + this.#starting >= MOST_SESSIONS) return undefined;
    this.#starting += 1;
    try {
      const session = await Session.start(options);
      this.#open.set(session.id, session);
      return session;
    } finally {
      this.#starting -= 1;
    }
  }

  find(id: string): Session | undefined {
    return this.#open.get(id);
  }

  all(): Session[] {
    return [...this.#open.values()];
  }

  /** Ends a session; what is under way gets no response. */
  async end(session: Session): Promise<void> {
    this.#open.delete(session.id);
    await session.service.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((one) => this.end(one)));
  }

  async #endIdle(): Promise<void> {
    const idle = this.all().filter(({ usedAt }) => usedAt < Date.now() - SESSION_IDLE_MS);
    await Promise.all(idle.map((one) => this.end(one)));
  }
}
