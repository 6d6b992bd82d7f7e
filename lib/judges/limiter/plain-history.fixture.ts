import { narrowClock } from '../../contract/clock-ahead.ts';
import type { CredentialRole } from '../../evidence/exchange.ts';
import { historyOf, type History, type LimiterLog } from './history.ts';
import type { Step } from './step.ts';
import { takeOf, type Take } from './take.ts';

/** Requests on their way together, in lists as a reader of the definition would write them. */
interface PlainStep extends Step {
  to: number;
  readonly takes: Take[];
}

/**
 * A history in plain lists of plain objects, to hold the one in columns against. Of a log in which every request was answered, none
 * of them in front of the service, and every one belongs to a sender or none does.
 */
export function plainHistoryOf(log: LimiterLog, role: CredentialRole): History {
  const takes = [...log.readings]
    .filter(({ exchange }) => exchange.request.credential === role && exchange.answer.status !== 401)
    .map((reading) => takeOf(reading, log.knowledge))
    .toSorted((a, b) => a.from - b.from);
  const { alsoCounted, notCounted, givenBack } = historyOf(log, role);
  const ahead = narrowClock(takes.flatMap((take) => take.ahead ?? []));
  return { takes, steps: plainStepsOf(takes), alsoCounted, notCounted, givenBack, ahead };
}

/** Each request joins all steps from the first one that holds a request which the limiter may have met after it. */
function plainStepsOf(takes: readonly Take[]): Step[] {
  const steps: PlainStep[] = [];
  for (const take of takes) {
    const first = steps.findIndex((step) => step.takes.some((one) => mayBeMetAfter(one, take)));
    const joined = first < 0 ? [] : steps.splice(first);
    const together = [...joined.flatMap((step) => step.takes), take];
    const to = together.reduce((latest, one) => Math.max(latest, one.to), -Infinity);
    steps.push({ from: together[0]?.from ?? 0, to, takes: together });
  }
  return steps;
}

/** Whether one that left before another may have met the limiter after it: not where one sender sent both, one after the other. */
function mayBeMetAfter(one: Take, another: Take): boolean {
  return one.to > another.from && (one.sender === undefined || one.sender !== another.sender);
}
