import type { Objective } from '../../evidence/objective.ts';
import type { ChoiceFlags } from '../../targets/choice.ts';

/** What the user says of a load run. */
export interface LoadFlags extends Pick<ChoiceFlags, 'gateFlags'> {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly asOf?: string;
  readonly allowPlainHttp?: boolean;
  readonly windows: number;
  /** Seconds. */
  readonly duration: number;
  readonly share: number;
  /** Seconds. */
  readonly stepSeconds: number;
  readonly slowdown?: number;
  readonly connections: number;
  /** The other caller of `isolation` sends no key. */
  readonly anonymous?: boolean;
  readonly createShare?: number;
  readonly objective: readonly Objective[];
  /** A file of objectives. */
  readonly objectives?: string;
  readonly startAt?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly keep?: number;
  readonly dashboard?: boolean;
  readonly installK6?: boolean;
  /** Where k6 sends its metrics: addresses of Prometheus remote write, and of OTLP over HTTP. */
  readonly prometheus?: string;
  readonly otlp?: string;
  readonly distributed?: number;
  readonly out?: string;
}
