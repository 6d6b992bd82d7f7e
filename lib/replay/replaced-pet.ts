import type { Exchange } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RecordedStore } from './recorded-store.ts';
import type { ShownPet } from './shown-pets.ts';
import type { StandIns } from './stand-ins.ts';

const ONE_PET = /^\/pets\/(-?\d{1,19})$/;

/** The pets that requests ask for by their ids, that no step creates, and that the service shows no more, nor one like them. */
export function goneOf(steps: readonly Exchange[], store: RecordedStore, standIns: StandIns): ShownPet[] {
  return steps.flatMap(({ request }) => {
    const id = ONE_PET.exec(request.target)?.[1];
    const pet = id === undefined || request.method !== 'GET' ? undefined : store.pets.get(BigInt(id));
    if (pet?.id === undefined) return [];
    return store.creations.has(pet.id) || standIns.petFor(pet.id) !== undefined ? [] : [pet];
  });
}

/** Why the pet that is asked for today tells nothing: where other pets satisfied the rule, one that stands in may be like those. */
export function otherPetThan(
  { request: { method, target, credential } }: Exchange,
  rule: RuleId,
  {
    recorded,
    store,
    standIns,
  }: { readonly recorded: RecordedRun; readonly store: RecordedStore; readonly standIns: StandIns },
): string | undefined {
  // Who has no valid key is refused whatever the pet is.
  if (credential !== 'primary' && credential !== 'second') return undefined;
  const id = ONE_PET.exec(target)?.[1];
  if (method !== 'GET' || id === undefined || !store.pets.has(BigInt(id))) return undefined;
  const isItself = store.creations.has(BigInt(id)) || standIns.petFor(BigInt(id)) === BigInt(id);
  const others = [...recorded.exchanges.values()].filter(
    (other) => other.request.target !== target && other.answer?.status === 200 && ONE_PET.test(other.request.target),
  );
  if (isItself || !others.some((other) => store.verdict(rule, other) !== 'fail')) return undefined;
  return 'asked for a pet that is not there any more, and other pets satisfied the rule then';
}
