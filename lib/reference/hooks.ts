import type { ServerResponse } from 'node:http';
import type { Answer, HeaderPair } from './answer.ts';
import type { Bans } from './bans.ts';
import type { Caller } from './authentication.ts';
import type { JsonObject } from './server-json.ts';
import type { Turn } from './limiter.ts';
import type { ListQuery } from './list-query.ts';
import type { MakeMeter } from './meter.ts';
import type { ReferenceOptions, Settings } from './options.ts';
import type { NewPet, Pet, ShownIn } from './pet.ts';
import type { Refusal } from './refusal.ts';
import type { PetRequest } from './request.ts';
import type { Store } from './store.ts';

/** What the steps of the service share. */
export interface Surroundings {
  readonly settings: Settings;
  readonly store: Store;
  readonly bans: Bans;
}

/**
 * The steps of the service, each a function of its own, in the order in which a request meets them. A defect or a
 * variant changes the service by wrapping some of them.
 */
export interface Steps {
  /** Makes the pets that the store starts with. */
  readonly seed: (count: number, seed: number) => readonly Pet[];
  /** Counts requests per minute, and per day. */
  readonly minuteMeter: MakeMeter;
  readonly dayMeter: MakeMeter;
  /** The whole way from a request to its answer. */
  readonly serve: (request: PetRequest, around: Surroundings) => Answer | Promise<Answer>;
  /** Who sends the request; undefined: nobody with a valid key. */
  readonly authenticate: (request: PetRequest, callers: readonly Caller[]) => Caller | undefined;
  /** Whether the request is within the limits of its caller, or of its address when there is none. */
  readonly takeTurn: (caller: Caller | undefined, request: PetRequest, around: Surroundings) => Turn | Promise<Turn>;
  /** The headers that tell so. */
  readonly rateHeaders: (turn: Turn, request: PetRequest, around: Surroundings) => readonly HeaderPair[];
  /** Carries out what an authenticated request within its limits asks for. */
  readonly operate: (request: PetRequest, around: Surroundings) => Answer | Promise<Answer>;
  readonly readListQuery: (parameters: URLSearchParams) => ListQuery | Refusal;
  /** The pets of a page. */
  readonly list: (query: ListQuery, store: Store, request: PetRequest) => readonly Pet[];
  readonly readPetId: (segment: string) => bigint | undefined;
  readonly find: (id: bigint, store: Store) => Pet | undefined;
  /** Whether getPet is gone on a day. */
  readonly isRemoved: (today: string) => boolean;
  readonly readNewPet: (body: Uint8Array) => NewPet | Refusal;
  readonly create: (newPet: NewPet, store: Store) => Pet;
  /** A pet as JSON. */
  readonly show: (pet: Pet, shownIn: ShownIn) => JsonObject;
  /** Writes an answer to the connection. */
  readonly deliver: (answer: Answer, outgoing: ServerResponse) => void | Promise<void>;
}

/** A wrapper around a step: it gets the step it wraps, then what the step gets. */
type Wrapper<Step> = Step extends (...given: infer Given) => infer Result
  ? (core: (...given: Given) => Result, ...given: Given) => Result
  : never;

/** What a defect or a variant does to the service: wrappers around steps, and other defaults. */
export type Hooks = { readonly [Name in keyof Steps]?: Wrapper<Steps[Name]> } & {
  /** Rewrites a finished answer; the shortest way to most faults. */
  readonly answer?: (answer: Answer, request: PetRequest, around: Surroundings) => Answer | Promise<Answer>;
  /** Options that take the place of the defaults; what the caller gives still wins. */
  readonly options?: ReferenceOptions;
};

/** An alteration of the service: its hooks, or a function that makes them where each server needs a memory of its own. */
export type Alteration = Hooks & { readonly remembering?: () => Hooks };

/** The hooks of an alteration, for one server. */
export function hooksOf(alteration: Alteration): Hooks {
  return alteration.remembering === undefined ? alteration : { ...alteration, ...alteration.remembering() };
}

/** The steps with the wrappers of all hooks around them, the last hooks outermost. */
export function wrapSteps(core: Steps, hooks: readonly Hooks[]): Steps {
  return hooks.reduce(wrapOnce, core);
}

function wrapOnce(core: Steps, hooks: Hooks): Steps {
  return {
    seed: wrap(core.seed, hooks.seed),
    minuteMeter: wrap(core.minuteMeter, hooks.minuteMeter),
    dayMeter: wrap(core.dayMeter, hooks.dayMeter),
    serve: rewriting(wrap(core.serve, hooks.serve), hooks.answer),
    authenticate: wrap(core.authenticate, hooks.authenticate),
    takeTurn: wrap(core.takeTurn, hooks.takeTurn),
    rateHeaders: wrap(core.rateHeaders, hooks.rateHeaders),
    operate: wrap(core.operate, hooks.operate),
    readListQuery: wrap(core.readListQuery, hooks.readListQuery),
    list: wrap(core.list, hooks.list),
    readPetId: wrap(core.readPetId, hooks.readPetId),
    find: wrap(core.find, hooks.find),
    isRemoved: wrap(core.isRemoved, hooks.isRemoved),
    readNewPet: wrap(core.readNewPet, hooks.readNewPet),
    create: wrap(core.create, hooks.create),
    show: wrap(core.show, hooks.show),
    deliver: wrap(core.deliver, hooks.deliver),
  };
}

function wrap<Given extends readonly unknown[], Result>(
  core: (...given: Given) => Result,
  wrapper: ((core: (...given: Given) => Result, ...given: Given) => Result) | undefined,
): (...given: Given) => Result {
  return wrapper === undefined ? core : (...given) => wrapper(core, ...given);
}

function rewriting(serve: Steps['serve'], rewrite: Hooks['answer']): Steps['serve'] {
  if (rewrite === undefined) return serve;
  return async (request, around) => rewrite(await serve(request, around), request, around);
}
