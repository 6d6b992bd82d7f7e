import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { GateReport } from '../gate/gate-report.ts';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { Xray } from '../judges/limiter/index.ts';
import type { CoverageSummary } from '../model/summary.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** All that a renderer is given of a run. Renderers arrange it; they decide nothing. */
export interface RunReport {
  readonly ledger: Ledger;
  readonly knowledge: Knowledge;
  readonly run: RunFacts;
  /** By number; those that findings point to are enough, and a missing one is shown by its number only. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** What the run shows of the limiter; none where it shows too little. */
  readonly xrays: readonly Xray[];
  /** The median time of all responses, from the start of the request to the last byte; absent where nothing was answered. */
  readonly medianMilliseconds?: number;
  /** What the run covered of the input model; absent where petvet did not choose the requests. */
  readonly coverage?: CoverageSummary;
  /** What it comes to as the kind of run that it was; absent where petvet did not choose the requests. */
  readonly profile?: JudgedProfile;
  readonly versions: Versions;
  /** What makes the run again, where it is neither `replay` nor `check`: a command with its flags, for a shell. */
  readonly again?: string;
  /** How petvet is started where the report is read, for a shell; files that others open have none, and name the program. */
  readonly petvet?: string;
  /** What the run was asked to decide as a gate; absent where nobody asked. */
  readonly gate?: GateReport;
  /** The folder of the report beside which the files of curl lines lie, as it can be typed; absent where they were not written. */
  readonly curlFolder?: string;
  /** The file of a repository at which code scanning shows violations; absent where the run is none of a repository. */
  readonly placeInRepository?: string;
  /** What a command must be told to vet the same service again. */
  readonly sameService?: SameService;
  /** What the run falls short of besides the rules, a sentence each: objectives, a rate. Absent where nothing else was asked. */
  readonly shortfalls?: readonly string[];
  /** What a client did in each situation that it was run in; absent where the run is about a service. */
  readonly situations?: readonly OtherTest[];
}

/** A test that is about no rule. Its texts are harmless. */
export interface OtherTest {
  /** The same in each run. */
  readonly id: string;
  /** What was tested. */
  readonly name: string;
  /** The suite that it belongs to. */
  readonly area: 'Run' | 'Situations';
  readonly status: 'passed' | 'failed' | 'skipped' | 'aborted';
  /** What there is to say of it. */
  readonly lines: readonly string[];
  readonly seconds: number;
}

/** What a command must be told to vet the same service again. */
interface SameService {
  /** The folder of the report, as it can be typed where the report is printed; absent where none is kept. */
  readonly folder?: string;
  /** Flags that name the service and permit what the run was permitted, word by word. */
  readonly flags: readonly string[];
}

/** The versions that a report names, each as it is shown, e.g. `1.0.0` and `v24.21.0`. */
interface Versions {
  readonly petvet: string;
  readonly catalogue: string;
  readonly specification: string;
  readonly node: string;
}
