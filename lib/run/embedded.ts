import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import type { Target } from '../targets/target.ts';

/** The name of the target that the embedded server is. */
export const EMBEDDED_NAME = 'reference';

/** A reference server inside this process, and the target that it is. */
export interface EmbeddedTarget {
  readonly target: Target;
  close(): Promise<void>;
}

/**
 * Starts the reference server as the target of a run: 120 animals and a generous plan unless told otherwise, so that
 * every rule can be exercised.
 */
export async function startEmbedded(options: ReferenceOptions = {}): Promise<EmbeddedTarget> {
  const { windowSeconds = WINDOW_SECONDS.minute, daySeconds = WINDOW_SECONDS.day } = options;
  const name = options.plan ?? 'business';
  // Most runs have a target of their own, and it takes its time to load.
  const { startReferenceServer } = await import('../reference/server.ts');
  const server = await startReferenceServer({ ...options, plan: name });
  const target: Target = {
    name: EMBEDDED_NAME,
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

/** Long enough for a slow machine to use the limit of the Free plan up within it. */
const SHORTENED_SECONDS = 10;

/**
 * Starts the reference server as a test installation, whose minute is declared to be a few seconds: so a whole run, with
 * the limit of the Free plan used up, ends soon.
 */
export function startShortened(options: ReferenceOptions = {}): Promise<EmbeddedTarget> {
  return startEmbedded({ plan: 'free', windowSeconds: SHORTENED_SECONDS, ...options });
}
