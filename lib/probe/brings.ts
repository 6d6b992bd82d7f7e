import type { RuleId } from '../rules/index.ts';

/**
 * Kinds of responses that a probe brings, besides showing the rules that it is about: lists, pets and creations for a
 * valid key, answers 401, answers with an Error, and answers to bodies that the specification leaves open.
 */
export type Brings = 'lists' | 'pets' | 'creations' | 'unauthorized' | 'errors' | 'open bodies';

/** Rules that are judged on every response, whatever it is the response to. */
const ON_EVERY_RESPONSE: readonly RuleId[] = [
  'JSON-1',
  'AUTH-8',
  'ERR-3',
  'RATE-1',
  'RATE-2',
  'RATE-3',
  'RATE-4',
  'RATE-6',
  'RATE-12',
  'RATE-13',
];

/** Rules that are judged on every response of one kind; what a valid key was given may wrongly be given to nobody, too. */
const ON_EVERY: Readonly<Record<Brings, readonly RuleId[]>> = {
  // Which animals a page must hold can only be told where pages were seen to behave as parts of one set.
  lists: [
    ...(['LIST-1', 'LIST-2', 'LIST-3', 'LIST-4', 'LIST-7', 'LIST-10', 'LIST-11', 'LIST-13'] as const),
    ...(['JSON-2', 'JSON-3', 'AUTH-1', 'AUTH-3', 'AUTH-4', 'CREATE-8', 'CREATE-10', 'GET-6'] as const),
  ],
  pets: ['JSON-2', 'JSON-3', 'AUTH-1', 'AUTH-3'],
  creations: ['CREATE-1', 'CREATE-2', 'CREATE-3', 'CREATE-4', 'CREATE-9', 'CREATE-10', 'JSON-2', 'JSON-3', 'AUTH-3'],
  unauthorized: ['AUTH-5', 'AUTH-7'],
  errors: ['ERR-1', 'ERR-2', 'ERR-4', 'ERR-5', 'ERR-6'],
  'open bodies': ['CREATE-11'],
};

/** The rules that are judged on what a probe brings, though the probe is not about them. */
export function rulesBesides(brings: readonly Brings[]): readonly RuleId[] {
  return [...new Set([...ON_EVERY_RESPONSE, ...brings.flatMap((kind) => ON_EVERY[kind])])];
}
