import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';
import { statusJudge } from './statuses.ts';

/** What the judge of statuses finds in one exchange. */
export const judge = (parts: ExchangeParts) => statusJudge.judge(aReading(parts), aKnowledge(parts.knowledge));

/** The rules that it covers, with the verdict where that is not a pass. */
export const passed = (parts: ExchangeParts) =>
  judge(parts).map(({ rule, verdict }) => (verdict === 'pass' ? rule : `${verdict} ${rule}`));

/** A log that has shown the pet with the id 7, and category 1. */
export const KNOWN = { pets: new Map([[7n, { id: 7n, status: undefined, seenIn: 1 }]]), categories: new Set([1n]) };

export const PET = { id: 7n, name: 'a', categoryId: 1n };

/** The same at a date at which getPet is removed. */
export const AFTER = { ...KNOWN, asOf: '2031-01-01' };
