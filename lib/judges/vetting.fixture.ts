import { PET_STATUSES } from '../contract/pets.ts';
import { SETTLING_MS } from './alternation.ts';
import type { Finding } from './finding.ts';
import { aKnowledge } from './judges.fixture.ts';
import { RELATION_JUDGES } from './relations.ts';
import type { Simulation } from './simulation.fixture.ts';
import { LogView } from './log-view.ts';

/** Sends what petvet's suites send, alternately, and then again as {@link SETTLING_MS} says wherever something stayed open. */
export function vet(simulation: Simulation): Finding[] {
  const first = simulation.get('/pets?limit=100');
  for (const target of ['/pets', '/pets?limit=20', '/pets', '/pets?limit=20']) simulation.get(target);
  for (const limit of [1, 7, 33, 60]) {
    simulation.get(`/pets?limit=${limit}`);
    simulation.get('/pets?limit=100');
  }
  simulation.get('/pets?limit=100');
  for (const status of PET_STATUSES) {
    simulation.get(`/pets?status=${status}&limit=5`);
    simulation.get(`/pets?status=${status}&limit=100`);
    simulation.get('/pets?limit=100');
  }
  const value = first.body.kind === 'json' && Array.isArray(first.body.value) ? first.body.value : [];
  const ids = [value.at(0), value.at(Math.floor(value.length / 2)), value.at(-1)].flatMap(
    (item: { id?: bigint } | undefined) => item?.id ?? [],
  );
  for (const id of ids) simulation.get(`/pets/${id}`);
  simulation.get('/pets?limit=100');
  for (const id of [2n ** 63n - 1n, -(2n ** 63n), 77n, -12_345_678_901_234_567n]) simulation.get(`/pets/${id}`);
  simulation.get('/pets?limit=100');
  for (const target of ['/pets', '/pets/1']) simulation.getWithoutKey(target);
  for (let round = 0; round < 2; round++) {
    const open = judge(simulation).filter(({ verdict, see }) => verdict === 'inconclusive' && see === undefined);
    if (open.length === 0) break;
    simulation.wait(SETTLING_MS);
    for (const { shownBy } of open) lookAgain(simulation, shownBy);
  }
  return judge(simulation);
}

/** The requests of a finding once more, in their order, and the first of them after the last. */
function lookAgain(simulation: Simulation, shownBy: readonly number[]): void {
  const targets = shownBy.flatMap((number) => simulation.readings[number - 1]?.exchange.request.target ?? []);
  for (const target of [...targets, ...targets.slice(0, 1)]) simulation.get(target);
}

function judge({ readings }: Simulation): Finding[] {
  const log = new LogView(readings, aKnowledge());
  return RELATION_JUDGES.flatMap((one) => one.judge(log));
}
