import type { Target } from '../../targets/target.ts';
import { readLimit, type LimitReading } from '../../wire/limit-reading.ts';
import { planOfLimit } from '../../run/announced-limit.ts';
import { mend, unknown, well, type DoctorLine, spanWords } from './line.ts';
import type { Visit } from '../../wire/visitor.ts';

/** A run waits for the next window after fewer requests, which is worth knowing. */
const FEW = 10;

/** Says what the rate limit headers of a response with the key tell: what remains, and of which window. */
export function readLimits({ answer, startedAt, answeredAt }: Visit, target: Target): DoctorLine[] {
  if (answer === undefined) return [];
  const reading = readLimit(answer, { startedAt, answeredAt }, target.windows);
  const { limit, remaining } = reading;
  if (limit === undefined || remaining === undefined)
    return [
      unknown(
        'quota',
        'the response has no readable X-RateLimit-Limit and X-RateLimit-Remaining',
        'name the plan of the key with --plan; `petvet check` judges RATE-1 and RATE-2',
      ),
    ];
  return [quotaOf(limit, remaining, reading), windowOf(limit, reading, target)];
}

function quotaOf(limit: number, remaining: number, reading: LimitReading): DoctorLine {
  const reset = reading.resetAt ?? reading.farResetAt;
  const renews = reset === undefined ? '' : `, renews in ${spanWords(reset - reading.at)}`;
  const says = `${remaining} of ${limit} requests remaining${renews}`;
  return remaining < FEW ? unknown('quota', says, 'a run now begins with waiting') : well('quota', says);
}

function windowOf(limit: number, reading: LimitReading, { plan, windows }: Target): DoctorLine {
  const { resetAt, farResetAt } = reading;
  if (resetAt === undefined && farResetAt === undefined)
    return unknown(
      'window',
      'X-RateLimit-Reset names no instant within a day',
      'it must be a Unix time in seconds; `petvet check` judges RATE-2',
    );
  // A daily quota ends within a minute of midnight, too: only the figure tells then.
  const isMinute = resetAt !== undefined && limit !== plan.perDay;
  const length = isMinute ? `${windows.minute} s` : 'a day';
  const declared = isMinute ? plan.perMinute : plan.perDay;
  if (declared !== undefined && declared !== limit && ![plan.perMinute, plan.perDay].includes(limit))
    return mend(
      'window',
      `the limit is ${limit} per ${length}, but the plan ${plan.name} has ${declared}`,
      'correct the plan in the settings; if it is right, the service violates RATE-3',
    );
  // A window may have begun long ago, or refill bit by bit: two responses cannot tell its length.
  const origin = windows.testInstallation ? 'is declared in the settings' : 'is that of the specification';
  return well(
    'window',
    `${limit} per ${length}${planWords(limit, isMinute, plan.name)}; its length ${origin}, not measured`,
  );
}

/** Which plan that is, where nobody declared one. */
function planWords(limit: number, isMinute: boolean, declared: string): string {
  if (declared !== 'auto') return `, as on plan ${declared}`;
  const plan = planOfLimit(limit, isMinute);
  return plan === undefined ? '' : `: plan ${plan}`;
}
