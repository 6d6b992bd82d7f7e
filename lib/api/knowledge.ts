import { VERSION_SEGMENT } from '../contract/operations.ts';
import { WINDOW_SECONDS } from '../contract/plans.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';

/**
 * What a judge may know of a service, with the usual value of all that is not given: a plan that nobody named, windows of a minute and a
 * day, writes on, no second key, today's date.
 *
 * @param baseUrl - ends with /v1
 */
export function knowledgeOf(baseUrl: string, given: Partial<Omit<Knowledge, 'baseUrl'>> = {}): Knowledge {
  if (!baseUrl.endsWith(VERSION_SEGMENT)) throw new TypeError(`the base address must end with ${VERSION_SEGMENT}`);
  return {
    target: 'service',
    baseUrl,
    loopback: ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname),
    asOf: new Date().toISOString().slice(0, 10),
    plan: { name: 'auto' },
    windows: { ...WINDOW_SECONDS, testInstallation: false },
    writes: true,
    secondKey: false,
    leftOut: {},
    ...given,
  };
}

/** The same for `expect`, before any exchange showed a pet. */
export function beforeAnyExchange(knowledge: Knowledge): JudgeKnowledge {
  return {
    ...knowledge,
    pets: new Map(),
    categories: new Set(),
  };
}
