import { PLANS } from '../../contract/plans.ts';

/**
 * The plan whose limit a service announces.
 *
 * @param isMinute - whether the limit is that of a minute, by the distance of its Reset: 1000 is Free's of the day and Business's of the minute
 * @returns undefined where no plan has such a limit. Source: specification, section 8
 */
export function planOfLimit(limit: number, isMinute: boolean): keyof typeof PLANS | undefined {
  const [name] =
    Object.entries(PLANS).find(([, { perMinute, perDay }]) => limit === (isMinute ? perMinute : perDay)) ?? [];
  return isPlan(name) ? name : undefined;
}

function isPlan(name: string | undefined): name is keyof typeof PLANS {
  return name !== undefined && Object.hasOwn(PLANS, name);
}
