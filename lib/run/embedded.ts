import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { startReferenceServer } from '../reference/server.ts';
import type { Target } from '../target/target.ts';

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
  const server = await startReferenceServer({ plan: 'business', ...options });
  const target: Target = {
    name: 'reference',
    baseUrl: server.baseUrl,
    apiKey: server.keys.primary,
    secondApiKey: server.keys.second,
    plan: { name: 'business', ...PLANS.business },
    writes: true,
    headers: [],
    loopback: true,
    windows: { minute: WINDOW_SECONDS.minute, day: WINDOW_SECONDS.day, testInstallation: false },
  };
  return { target, close: () => server.close() };
}
