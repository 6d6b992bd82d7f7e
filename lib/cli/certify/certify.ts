import { join } from 'node:path';
import { readAttested } from '../../certificate/attested.ts';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { catalogueOf } from '../../certificate/catalogues.ts';
import { markedRunId, MORE_REQUESTS, readNonce, type FollowedNonce } from '../../certificate/nonce.ts';
import { openRules, scoredLedger } from '../../certificate/completeness.ts';
import type { Claims } from '../../certificate/predicate.ts';
import { startService, type StartedService } from '../../certificate/started-service.ts';
import { subjectFrom } from '../../certificate/subject.ts';
import { UsageError } from '../../errors.ts';
import { readEvidence } from '../../evidence/log.ts';
import { budgetOf } from '../../probe/budget.ts';
import { CATALOGUE_VERSION } from '../../rules/catalogue-version.ts';
import { EVIDENCE_FILE, makeRun, specOf, verdictsOf, type CheckPlan } from '../../run/check.ts';
import { startShortened } from '../../run/embedded.ts';
import { defaultFolder, historyName, leaveRoom } from '../../run/folder.ts';
import { refuseNothingJudged } from '../../run/nothing-judged.ts';
import { resetTarget } from '../../run/reset.ts';
import { newRunId } from '../../run/run-id.ts';
import type { SuitesWatcher } from '../../run/suites.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import type { Target } from '../../targets/target.ts';
import { certificateSigner, SigningError } from './signer.ts';
import type { CertifyFlags } from './values.ts';
import { certifyRecorded, refuseSending } from './recorded.ts';
import { beginDay, countingDay } from '../shared/day.ts';
import { EXIT } from '../../gate/exit.ts';
import { decideGate, readGate } from '../../run/gate.ts';
import { planOf } from '../shared/plan-of.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import { createProgress } from '../shared/progress.ts';
import { typedFolder } from '../../run/write-run.ts';
import { publish } from '../shared/publish.ts';
import type { Terminal } from '../shared/terminal.ts';
import { whyNotThisRun, writeCertificate, type Certifying } from './write-certificate.ts';
import { printable } from '../../text/printable.ts';

/** How long a fresh service is given to come up, in seconds. */
const UP_WITHIN = 60;

/** Makes a complete run and signs what it came to. @returns the exit status */
export async function runCertify(flags: CertifyFlags, terminal: Terminal): Promise<number> {
  if (flags.register !== undefined) {
    const { certifyRegister } = await import('./register.ts');
    return certifyRegister(flags.register, flags, terminal);
  }
  if (flags.from !== undefined) refuseSending(flags);
  const sign = await certificateSigner(flags, terminal);
  if (flags.from !== undefined) return certifyRecorded(flags.from, flags, sign, terminal);
  const followed = flags.nonce === undefined ? undefined : readNonce(flags.nonce);
  const catalogue = catalogueOf(flags.catalogue ?? CATALOGUE_VERSION);
  const { plan, writes, configured, embeddedPlan } = planOf(
    { ...flags, ...WHOLE, ...followed, gateFlags: ['certify'] },
    terminal,
  );
  refuseNarrow(flags, { writes, useUp: plan.useUp }, configured);
  const subject = await subjectFrom(flags, secretsOf(configured));
  const attested = readAttested(flags.attest, secretsOf(configured));
  const wish = { ...plan, ...configured?.plan, ...(followed !== undefined && { deeper: MORE_REQUESTS }) };
  const day = configured && beginDay(configured, budgetOf(wish).usual, flags, terminal);
  const embedded =
    configured === undefined ? await startShortened({ today: plan.asOf, plan: embeddedPlan }) : undefined;
  const target = configured ?? embedded?.target;
  if (target === undefined) throw new UsageError('no target is configured', 'set PETVET_BASE_URL and PETVET_API_KEY');
  if (configured === undefined) terminal.err(`Certifying petvet's own reference server at ${target.baseUrl}.\n`);
  let service: StartedService | undefined;
  let directory: string | undefined;
  const progress = createProgress(terminal);
  try {
    if (target.resetCommand !== undefined) await resetTarget(target.resetCommand, { interrupt: terminal.interrupt });
    service = await begin(target, flags, terminal);
    directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const watcher = countingDay(progress, day);
    const verdicts = await sendAndJudge(
      { ...plan, target, directory, day: day?.bounds },
      followed,
      watcher,
      terminal.interrupt,
    );
    progress.done();
    const certifying = {
      directory,
      catalogue,
      subject,
      service,
      subjectFile: flags.subjectFile,
      nonce: flags.nonce,
      attested,
    };
    return await conclude(verdicts, { ...certifying, sign }, { verbose: flags.verbose === true }, terminal);
  } finally {
    progress.done();
    await service?.stop();
    if (directory !== undefined) leaveRoom(directory);
    day?.close();
    await embedded?.close();
  }
}

/** A certificate is of all rules and inputs. */
const WHOLE = { rule: [], skip: [], skipInput: [] };

/** Whatever leaves a part of a complete run out is told before anything is sent. */
function refuseNarrow(
  { start }: CertifyFlags,
  { writes, useUp }: { readonly writes: boolean } & Pick<CheckPlan, 'useUp'>,
  configured: Target | undefined,
): void {
  if (!writes)
    throw new UsageError(
      'a complete run creates pets, and writes are off for this target',
      '--writes turns them on; use a test installation where pets may stay',
    );
  if (useUp === 'never')
    throw new UsageError(
      'a complete run uses up the rate limit, which is not the default for production',
      '--burn does',
    );
  if (start !== undefined && configured === undefined)
    throw new UsageError(
      '--start needs the address of what it starts',
      'give it with --target, or with --base-url and PETVET_API_KEY',
    );
}

function secretsOf(target: Target | undefined): string[] {
  if (target === undefined) return [];
  return [target.apiKey, target.secondApiKey ?? '', ...target.headers.map(([, value]) => value)];
}

async function begin(target: Target, flags: CertifyFlags, terminal: Terminal): Promise<StartedService | undefined> {
  const seconds = flags.waitUntilUp ?? UP_WITHIN;
  const bounds = {
    longest: 1_000 * seconds,
    interrupt: terminal.interrupt,
    onWaiting: (why: string) =>
      terminal.err(`Waiting until ${target.baseUrl} is up, at most ${seconds} s: ${printable(why)}.\n`),
  };
  if (flags.start !== undefined) return startService(flags.start, target, terminal.environment, bounds);
  if (flags.waitUntilUp === undefined) return undefined;
  const { waitUntilUp } = await import('../../run/wait-until-up.ts');
  await waitUntilUp(target, bounds);
  return undefined;
}

/** As `check` makes a run; under a nonce, the name of the run carries its mark, and so do the names of the pets. */
async function sendAndJudge(
  plan: CheckPlan,
  followed: FollowedNonce | undefined,
  watcher: SuitesWatcher,
  interrupt: AbortSignal,
): Promise<Verdicts> {
  const planned = specOf(plan);
  const spec =
    followed === undefined ? planned : { ...planned, runId: markedRunId(followed, newRunId()), deeper: MORE_REQUESTS };
  return verdictsOf({ ...(await makeRun(spec, watcher, interrupt)), rereads: true });
}

async function conclude(
  verdicts: Verdicts,
  certifying: Certifying,
  { verbose }: { readonly verbose: boolean },
  terminal: Terminal,
): Promise<number> {
  const { directory, catalogue } = certifying;
  const evidence = join(directory, EVIDENCE_FILE);
  const scored = { ...verdicts, ledger: scoredLedger(verdicts.ledger, catalogue) };
  const setup = await readGate({ failOn: [] }, { profile: 'default', requireComplete: true, coverage: 'complete' });
  const decided = await decideGate(scored, setup, (numbers) => readEvidence(evidence, numbers));
  await publish(verdicts, directory, terminal, { verbose, gate: decided });
  if (!verdicts.run.interrupted && verdicts.run.aborted === undefined) refuseNothingJudged(verdicts);
  if (decided.exitStatus !== EXIT.conforms) {
    for (const { rule, why } of openRules(verdicts, catalogue)) terminal.out(`  ${rule}: ${printable(why)}`);
    terminal.out('No certificate was written.');
    sayDecision(decided, terminal);
    return decided.exitStatus;
  }
  const against = await whyNotThisRun(certifying, terminal.interrupt);
  if (typeof against === 'string') {
    terminal.out('No certificate was written.');
    sayDecision({ exitStatus: EXIT.incomplete, because: against }, terminal);
    return EXIT.incomplete;
  }
  await writeOrTell(certifying, against, terminal);
  const file = typedFolder(join(directory, CERTIFICATE_FILE), terminal.cwd);
  terminal.out(
    `Certificate: ${file} (\`${terminal.petvet ?? 'petvet'} verify\` checks it, with ${EVIDENCE_FILE} beside it)`,
  );
  if (certifying.subject.kind === 'address')
    terminal.out('It covers whatever ran at this address at that time: --subject or --start identify it.');
  sayDecision({ exitStatus: EXIT.conforms, because: 'certified: every must rule that applies was verified' }, terminal);
  return EXIT.conforms;
}

/** Where a service that signs fails, the run is not lost: it took minutes, and used up a part of the key's day. */
async function writeOrTell(certifying: Certifying, claims: Claims, terminal: Terminal): Promise<void> {
  try {
    await writeCertificate(certifying, claims);
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    terminal.out('No certificate was written.');
    const folder = typedFolder(certifying.directory, terminal.cwd);
    throw new SigningError(
      error.detail ?? error.why,
      certifying.subject.kind === 'started'
        ? `the report stays in ${folder}; what --start started is gone, so start the run again`
        : `the report stays: \`petvet certify --from ${folder}\` signs it, with the same flags for signer, subject, nonce and catalogue`,
    );
  }
}
