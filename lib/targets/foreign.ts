import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import type { Knowledge, PlanKnowledge } from '../evidence/knowledge.ts';
import { readBaseAddress } from './base-address.ts';

/**
 * What can be known of the target of traffic that petvet did not make.
 *
 * @param baseUrl - as the user gives it; it must be there, and end with /v1
 * @param asOf - YYYY-MM-DD
 */
export function foreignKnowledge(baseUrl: string | undefined, plan: PlanKnowledge['name'], asOf: string): Knowledge {
  if (baseUrl === undefined)
    throw new UsageError(
      'a foreign HAR does not say where the service begins',
      'give --base-url, e.g. https://pets.example/v1',
    );
  const address = readBaseAddress(baseUrl, true);
  if (!address.ok) throw new UsageError(`--base-url ${address.why}`, 'give the address that ends with /v1');
  const figures = plan === 'auto' || plan === 'enterprise' ? {} : PLANS[plan];
  return {
    target: 'recorded traffic',
    baseUrl: address.baseUrl,
    loopback: address.loopback,
    asOf,
    plan: { name: plan, ...figures },
    windows: { ...WINDOW_SECONDS, testInstallation: false },
    writes: true,
    secondKey: false,
    leftOut: {},
  };
}
