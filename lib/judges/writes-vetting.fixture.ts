import { SETTLING_MS } from './alternation.ts';
import { settleBlame } from './blame.ts';
import { filterJudge } from './filters.ts';
import { alikeName, doubtedCreations } from './doubted-creations.ts';
import type { Finding } from './finding.ts';
import { signed } from './judge.ts';
import { aKnowledge } from './judges.fixture.ts';
import { knownPetJudge } from './known-pets.ts';
import { memberOf } from './reading.ts';
import { CATEGORIES } from './stored-pets.fixture.ts';
import type { WriteSimulation } from './write-simulation.fixture.ts';
import { WRITE_JUDGES } from './writes.ts';
import { LogView } from './log-view.ts';

/** Creates, tries what must be refused, reads back, and checks again wherever something stayed open, as petvet's suites do. */
export function vetWrites(simulation: WriteSimulation): Finding[] {
  const [category, largeCategory] = CATEGORIES;
  const fresh = (status: string, categoryId: bigint | string = category) => ({
    name: simulation.freshName(),
    categoryId,
    status,
  });
  const look = () => {
    simulation.get('/pets?limit=100');
    for (const status of ['available', 'pending', 'sold']) simulation.get(`/pets?status=${status}&limit=100`);
  };
  look();
  for (const status of ['available', 'pending', 'sold']) simulation.get(`/pets?status=${status}&limit=3`);
  simulation.post(fresh('available'));
  const first = fresh('pending');
  simulation.post(fresh('sold'), 'none');
  simulation.post(fresh('sold'), 'wrong');
  simulation.post(fresh('sold', '7'));
  simulation.post(fresh('adopted'));
  simulation.post({ name: simulation.freshName() });
  simulation.post(first);
  simulation.get('/pets?limit=100');
  simulation.post({ ...fresh('available', largeCategory), name: `${simulation.freshName()} Ünï` });
  simulation.post(fresh('sold'));
  const namesakes = [
    { ...first, status: 'sold' },
    { ...first, status: 'available' },
  ];
  simulation.postAtOnce([fresh('available'), ...namesakes, fresh('pending'), fresh('available', largeCategory)]);
  for (const { body } of simulation.readings.filter(({ exchange }) => exchange.answer.status === 201)) {
    const id = body.kind === 'json' ? memberOf(body.value, 'id') : undefined;
    if (typeof id === 'bigint') simulation.get(`/pets/${id}`);
  }
  look();
  createAlike(simulation);
  for (let round = 0; round < 2; round++) {
    const open = judge(simulation).filter(({ verdict, see }) => verdict === 'inconclusive' && see === undefined);
    if (open.length === 0) break;
    simulation.wait(SETTLING_MS);
    for (const { shownBy } of open.filter((one) => one.shownBy.length > 1)) lookAgain(simulation, shownBy);
  }
  return judge(simulation);
}

/** Two more pets like those in doubt, which are read at once. */
function createAlike(simulation: WriteSimulation): void {
  const doubted = doubtedCreations(judge(simulation), (number) => simulation.readings[number - 1]?.expectation.newPet);
  if (doubted.length === 0) return;
  for (let nth = 0; nth < 2; nth++) {
    const { name, categoryId = CATEGORIES[0], status, isOnlyListed } = doubted[nth % doubted.length] ?? {};
    simulation.post({
      name: alikeName(simulation.freshName(), name),
      categoryId,
      ...(status !== undefined && { status }),
    });
    const created = simulation.readings.at(-1)?.body;
    const id = created?.kind === 'json' ? memberOf(created.value, 'id') : undefined;
    if (isOnlyListed === undefined && typeof id === 'bigint') simulation.get(`/pets/${id}`);
    simulation.get(status === undefined ? '/pets?limit=100' : `/pets?limit=100&status=${status}`);
  }
}

/** The GETs of a finding once more, in their order, and the first of them after the last. */
function lookAgain(simulation: WriteSimulation, shownBy: readonly number[]): void {
  const targets = shownBy.flatMap((number) => {
    const request = simulation.readings[number - 1]?.exchange.request;
    return request?.method === 'GET' ? [request.target] : [];
  });
  for (const target of [...targets, ...(targets.length > 1 ? targets.slice(0, 1) : [])]) simulation.get(target);
}

function judge({ readings }: WriteSimulation): Finding[] {
  const others = [filterJudge, knownPetJudge];
  const log = new LogView(readings, aKnowledge());
  const findings = [...WRITE_JUDGES, ...others].flatMap((one) => signed(one, one.judge(log)));
  return settleBlame(findings, new Set()).filter(({ judge: by }) => !others.some(({ name }) => name === by));
}
