/** Requests per minute and per day of the plans that have figures. Source: specification, section 8. */
export const PLANS = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const;

/** A plan of the specification; Enterprise has figures of its own, which the configuration gives. */
export type PlanName = keyof typeof PLANS | 'enterprise';

/** All plan names, smallest first. */
export const PLAN_NAMES: readonly PlanName[] = ['free', 'pro', 'business', 'enterprise'];

/** What `--plan` and PETVET_PLAN take: a plan, or `auto` where the service is to tell. */
export const PLAN_CHOICES = [...PLAN_NAMES, 'auto'] as const;

/** The figures of all plans, those of each together. */
export const PLAN_FIGURES: readonly number[] = Object.values(PLANS).flatMap(({ perMinute, perDay }) => [
  perMinute,
  perDay,
]);

/** The length of the minute window and of the day window, in seconds. */
export const WINDOW_SECONDS = { minute: 60, day: 86_400 } as const;

/** A Reset or a wait may lie beyond its window by this much, in seconds: for clocks, whole seconds and slow responses. */
export const WINDOW_LEEWAY_SECONDS = 5;
