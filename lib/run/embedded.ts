import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import { REFERENCE } from '../evidence/target-name.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import type { Target } from '../targets/target.ts';

/** A reference server inside this process, and the target that it is. */
export interface EmbeddedTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * Starts the reference server as the target of a run: 120 pets and a generous plan unless told otherwise, so that
 * every rule can be exercised.
 */
export async function startEmbedded(options: ReferenceOptions = {}): Promise<EmbeddedTarget> {
  const { windowSeconds = WINDOW_SECONDS.minute, daySeconds = WINDOW_SECONDS.day } = options;
  const name = options.plan ?? 'business';
  // Most runs have a target of their own, and it takes its time to load.
  const { startReferenceServer } = await import('../reference/server.ts');
  const server = await startReferenceServer({ ...options, plan: name });
  const target: Target = {
    name: REFERENCE,
    baseUrl: server.baseUrl,
    apiKey: server.keys.primary,
    secondApiKey: server.keys.second,
    plan: name === 'enterprise' ? { name } : { name, ...PLANS[name] },
    writes: true,
    headers: [],
    loopback: true,
    windows: {
      minute: windowSeconds,
      day: daySeconds,
      testInstallation: windowSeconds !== WINDOW_SECONDS.minute || daySeconds !== WINDOW_SECONDS.day,
    },
  };
  return { target, close: () => server.close() };
}

/** A plan whose limits the specification states: one that the reference server can have without further settings. */
export type EmbeddedPlan = Exclude<keyof typeof PLANS, 'enterprise'>;

/**
 * The plan that the reference server gets where it is the target: the one that is asked for, Free where none is.
 *
 * @param asked - as `--plan` has it
 * @throws {UsageError} for Enterprise, whose limits are custom
 */
export function embeddedPlan(asked: string | undefined): EmbeddedPlan {
  if (asked === 'enterprise')
    throw new UsageError(
      '--plan enterprise needs a target, because its limits are custom',
      'configure one with `petvet init`, or test the built-in reference server with --plan free, pro or business',
    );
  return asked === 'pro' || asked === 'business' ? asked : 'free';
}

/** Long enough for a slow machine to use the limit of the Free plan up within it. */
const SHORTENED_SECONDS = 10;

/**
 * Starts the reference server as a test installation, whose minute is declared to be a few seconds: so a whole run, with
 * the limit of the Free plan used up, ends soon.
 */
export function startShortened(options: ReferenceOptions = {}): Promise<EmbeddedTarget> {
  return startEmbedded({ plan: 'free', windowSeconds: SHORTENED_SECONDS, ...options });
}
