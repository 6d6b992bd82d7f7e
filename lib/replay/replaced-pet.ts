import type { Exchange } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { RecordedStore } from './recorded-store.ts';
import { askedId, type ShownPet } from './shown-pets.ts';
import type { StandIns } from './stand-ins.ts';

/** The pets that requests ask for by their ids, that no step creates, and that the service shows no more, nor one like them. */
export function goneOf(steps: readonly Exchange[], store: RecordedStore, standIns: StandIns): ShownPet[] {
  return steps.flatMap(({ request }) => {
    const id = askedId(request);
    const pet = id === undefined ? undefined : store.pets.get(id);
    if (pet?.id === undefined) return [];
    return store.creations.has(pet.id) || standIns.petFor(pet.id) !== undefined ? [] : [pet];
  });
}

/** Why the pet that is asked for today tells nothing: where other pets satisfied the rule, one that stands in may be like those. */
export function otherPetThan(
  { request }: Exchange,
  rule: RuleId,
  {
    recorded,
    store,
    standIns,
  }: { readonly recorded: RecordedRun; readonly store: RecordedStore; readonly standIns: StandIns },
): string | undefined {
  const { target, credential } = request;
  // Who has no valid key is refused whatever the pet is.
  if (credential !== 'primary' && credential !== 'second') return undefined;
  const id = askedId(request);
  if (id === undefined || !store.pets.has(id)) return undefined;
  const isItself = store.creations.has(id) || standIns.petFor(id) === id;
  const others = [...recorded.exchanges.values()].filter(
    (other) => other.request.target !== target && other.answer?.status === 200 && askedId(other.request) !== undefined,
  );
  if (isItself || !others.some((other) => store.verdict(rule, other) !== 'fail')) return undefined;
  return 'asked for a pet that is not there any more, and other pets satisfied the rule then';
}
