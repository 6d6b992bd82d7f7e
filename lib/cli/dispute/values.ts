import type { TrustedRootFlags } from '../shared/trusted-root.ts';

/** What `petvet dispute` is told. */
export interface DisputeFlags extends TrustedRootFlags {
  readonly out?: string;
  readonly subjectFile?: string;
}
