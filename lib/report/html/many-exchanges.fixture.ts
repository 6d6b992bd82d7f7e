import type { EvidenceItem } from '../../evidence/log.ts';
import { anExchange, bytes } from '../report.fixture.ts';

/** That many exchanges whose bodies differ. */
export async function* exchanges(count: number): AsyncIterable<EvidenceItem> {
  for (let id = 1; id <= count; id += 1) {
    const body = bytes(`${JSON.stringify({ name: `pet ${id} of them` })}${'x'.repeat(id % 3_000)}`);
    yield { exchange: anExchange({ id, answer: { body }, times: { startedAt: id * 20, endedAt: id * 20 + 5 } }) };
  }
}
