import { isExactObject, printExactJson, type ExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { Bench } from '../judges/index.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import type { RecordedStore } from './recorded-store.ts';
import { askedId, itemsOf, petsOf, readPet, type ShownPet } from './shown-pets.ts';

/**
 * The pets without which a recorded violation cannot show: the items of a page that violate the rule by themselves, the pet that was asked
 * for, or that the finding names. None where any pet would do.
 */
export function petsAtFault(
  { rule, finding, exchanges }: RecordedFinding,
  { knowledge }: Pick<RecordedRun, 'knowledge'>,
  { pets }: Pick<RecordedStore, 'pets'>,
): readonly ShownPet[] {
  const known = (pet: ShownPet): ShownPet => ({ ...pet, ...(pet.id === undefined ? {} : pets.get(pet.id)) });
  const named =
    finding.pet === undefined || !/^-?\d{1,19}$/.test(finding.pet) ? undefined : pets.get(BigInt(finding.pet));
  const [first] = exchanges;
  if (named !== undefined) return [named];
  if (first === undefined || exchanges.length > 1) return [];
  // Who has no valid key is refused whatever the pet is.
  if (first.request.credential !== 'primary' && first.request.credential !== 'second') return [];
  const items = itemsOf(first);
  if (items === undefined) {
    // An id that no pet has shows none where the rule is satisfied.
    const id = askedId(first.request);
    return id !== undefined && pets.has(id) ? petsOf(first).map(known) : [];
  }
  const isViolatedBy = (some: readonly ExactJson[]) =>
    new Bench(knowledge).see(showing(first, some)).some((one) => one.rule === rule && one.verdict === 'fail');
  if (isViolatedBy([]) || !isViolatedBy(items)) return [];
  const atFault = items.filter((item) => isViolatedBy([item]));
  if (atFault.length === items.length) return [];
  return atFault.flatMap((item) => (isExactObject(item) ? [known(readPet(item))] : []));
}

/** The same response with other items. */
function showing(exchange: Exchange, items: readonly ExactJson[]): Exchange {
  if (exchange.answer === undefined) return exchange;
  const headers = exchange.answer.headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  const bytes = new TextEncoder().encode(printExactJson(items));
  return { ...exchange, answer: { ...exchange.answer, headers, body: { kind: 'bytes', bytes } } };
}
