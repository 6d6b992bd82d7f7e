import type { Defect } from './defect.ts';

const isOfLimit = ([name]: readonly [string, string]): boolean => /^x-ratelimit-/i.test(name);

/** Requests reach several instances in turn, each with a counter of its own. */
function inTurn(instances: number): NonNullable<Defect['remembering']> {
  return () => {
    let turn = 0;
    return {
      takeTurn: (core, caller, request, around) =>
        core(caller && { ...caller, account: `${caller.account} ${turn++ % instances}` }, request, around),
    };
  };
}

/** Which counter a request meets, where there should be one for each caller. */
export const counterDefects: Readonly<Record<string, Defect>> = {
  'counters-per-operation': {
    says: 'each operation has a window of its own',
    breaks: ['RATE-4', 'RATE-5'],
    takeTurn: (core, caller, request, around) =>
      core(caller && { ...caller, account: `${caller.account} ${request.route.operation}` }, request, around),
  },
  'counters-per-method': {
    says: 'reading and writing have a window each',
    breaks: ['RATE-4', 'RATE-5'],
    takeTurn: (core, caller, request, around) =>
      core(caller && { ...caller, account: `${caller.account} ${request.method}` }, request, around),
  },
  'counters-per-spelling': {
    says: 'the text of the Authorization header identifies the caller: a scheme in small letters has a window of its own',
    breaks: ['RATE-4', 'RATE-5'],
    takeTurn: (core, caller, request, around) => {
      const { authorization = '' } = request.incoming.headers;
      const [scheme = ''] = authorization.split(' ');
      return core(caller && { ...caller, account: `${caller.account} ${scheme}` }, request, around);
    },
  },
  'counters-per-accept': {
    says: 'what a request accepts is part of the name of its counter, as it is of the name under which a cache keeps a response',
    breaks: ['RATE-4', 'RATE-5'],
    takeTurn: (core, caller, request, around) => {
      const { accept = '' } = request.incoming.headers;
      return core(caller && { ...caller, account: `${caller.account} ${accept}` }, request, around);
    },
  },
  'counters-per-instance': {
    says: 'each of two instances counted on its own, and requests go to them in turn',
    breaks: ['RATE-4', 'RATE-5'],
    remembering: inTurn(2),
  },
  'counters-of-three-instances': {
    says: 'each of three instances counted on its own, and requests go to them in turn',
    breaks: ['RATE-4', 'RATE-5'],
    remembering: inTurn(3),
  },
  'counters-per-connection': {
    says: 'each connection has a window of its own',
    breaks: ['RATE-4', 'RATE-5'],
    remembering: () => {
      const names = new WeakMap<object, number>();
      let last = 0;
      return {
        takeTurn: (core, caller, request, around) => {
          const { socket } = request.incoming;
          const name = names.get(socket) ?? ++last;
          names.set(socket, name);
          return core(caller && { ...caller, account: `${caller.account} ${name}` }, request, around);
        },
      };
    },
  },
  'refusal-opens-window': {
    says: 'a refusal opens a new window',
    breaks: ['RATE-5', 'RATE-4'],
    remembering: () => {
      let windows = 0;
      return {
        takeTurn: async (core, caller, request, around) => {
          const turn = await core(caller && { ...caller, account: `${caller.account} ${windows}` }, request, around);
          if (caller !== undefined && !turn.admitted) windows++;
          return turn;
        },
      };
    },
  },
  'old-limit-headers': {
    says: 'a list that was asked for before comes with the limit headers that it had then',
    breaks: ['RATE-4', 'RATE-2', 'RATE-13'],
    remembering: () => {
      const kept = new Map<string, readonly (readonly [string, string])[]>();
      return {
        answer: (answer, { target, route }) => {
          if (route.operation !== 'listPets' || answer.status !== 200) return answer;
          const old = kept.get(target) ?? answer.headers.filter(isOfLimit);
          kept.set(target, old);
          return { ...answer, headers: [...answer.headers.filter((header) => !isOfLimit(header)), ...old] };
        },
      };
    },
  },
};
