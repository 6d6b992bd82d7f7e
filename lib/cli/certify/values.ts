import type { SubjectFlags } from '../../certificate/subject.ts';
import type { DayFlags } from '../../run/day-use.ts';

/** What `petvet certify` is told. */
export interface CertifyFlags extends SubjectFlags, DayFlags {
  readonly key?: string;
  readonly newKey?: string;
  readonly keyless?: boolean;
  readonly fulcio?: string;
  /** `false`: `--no-rekor`. */
  readonly rekor?: string | false;
  readonly tsa?: string;
  /** The folder of a recorded run. */
  readonly from?: string;
  /** The folder of a register. */
  readonly register?: string;
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly writes?: boolean;
  readonly burn?: boolean;
  readonly allowPlainHttp?: boolean;
  readonly seed?: number;
  readonly nonce?: string;
  readonly attest: readonly string[];
  readonly catalogue?: string;
  readonly populate?: boolean;
  readonly maxRequests?: number;
  /** In seconds. */
  readonly waitUntilUp?: number;
  readonly report?: string;
  readonly verbose?: boolean;
}
