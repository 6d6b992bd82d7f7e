import type { PetStatus } from '../contract/pets.ts';
import type { PlanName } from '../contract/plans.ts';

/**
 * What a run may know besides its exchanges, written beside the evidence so that an offline judge sees the same.
 * No secret is in it.
 */
export interface Knowledge {
  /** The name of the target, e.g. `staging`, and its base address without credentials. */
  readonly target: string;
  readonly baseUrl: string;
  readonly loopback: boolean;
  /** The date at which the service is said to live, YYYY-MM-DD. */
  readonly asOf: string;
  readonly plan: PlanKnowledge;
  /** Window lengths in seconds; other than 60 and 86400 only when the configuration declares a test installation. */
  readonly windows: { readonly minute: number; readonly day: number; readonly testInstallation: boolean };
  /** Whether POST may be sent at all. */
  readonly writes: boolean;
  /** Whether the configuration gives a second caller's key. */
  readonly secondKey: boolean;
  /** A category that the configuration says exists. */
  readonly categoryId?: bigint;
  /** Pets that the configuration says exist. */
  readonly knownPets?: readonly DeclaredPet[];
  /** Rules left out with `--skip` or not chosen with `--rule`, and rules that the run could not reach, with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** Of those, the rules that were left out by their names: what is seen of them is not reported. */
  readonly skipped?: readonly string[];
  /** Why the run does not use up the limit of the minute, where it was told not to. */
  readonly limitLeft?: string;
  /** The run is meant to use up the daily limit: `petvet load daily`. */
  readonly usesDayUp?: boolean;
  /** A quick check of a few requests: most rules are not judged. */
  readonly smoke?: boolean;
  /** The run creates pets until there are more than fit on one page: `--populate`. */
  readonly populates?: boolean;
  /** Short names of the hostile inputs left out with `--skip-input`; what they would have shown, the run does not know. */
  readonly leftOutInputs?: readonly string[];
  /** The ids of the pets that an earlier run created, which this one repeats: they are not another client's. */
  readonly createdBefore?: readonly string[];
}

/** A pet that the configuration says exists, as it describes it. */
export interface DeclaredPet {
  readonly id: bigint;
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: PetStatus;
}

/** The plan of the key: as declared, or `auto` when the headers must tell. Figures are requests per window. */
export interface PlanKnowledge {
  readonly name: PlanName | 'auto';
  readonly perMinute?: number;
  readonly perDay?: number;
}
