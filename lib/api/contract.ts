// The interface of the package: `petvet/contract`, the specification as constants.
export { getPetPhase } from '../contract/lifecycle.ts';
export { RATE_LIMIT_HEADERS, RETRY_AFTER, retryAfterSeconds } from '../contract/headers.ts';
export { OPERATIONS, OPERATION_NAMES, VERSION_SEGMENT, type Operation } from '../contract/operations.ts';
export { INT64, isInt64, isPetStatus, PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
export { PLANS, PLAN_NAMES, WINDOW_SECONDS, type PlanName } from '../contract/plans.ts';
