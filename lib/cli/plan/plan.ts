import { counted } from '../../text/counted.ts';
import { readProfiles } from '../../gate/profiles.ts';
import type { RunFlags, StrictnessFlags } from '../shared/flags.ts';
import { planOf } from '../shared/plan-of.ts';
import { refuseBrokenPromise, withProfile } from '../shared/profile.ts';
import { rehearse } from '../../run/rehearsal.ts';
import { flowing, type Terminal } from '../shared/terminal.ts';
import { coverageLines } from '../../report/coverage-words.ts';

/** What `petvet plan` is told. */
export interface PlanFlags extends RunFlags, Pick<StrictnessFlags, 'profile'> {}

/** Says what a run with these settings would cover, and for how many requests. */
export async function runPlan(flags: PlanFlags, terminal: Terminal): Promise<void> {
  const { coverage: profile } = readProfiles(flags.profile);
  const { plan, writes, configured, embeddedPlan } = planOf(withProfile(flags, profile), terminal);
  refuseBrokenPromise(profile, { writes, useUp: plan.useUp });
  await rehearse(
    { ...plan, embeddedPlan },
    configured,
    writes,
    terminal.interrupt,
    async ({ verdicts: { run, coverage }, most }) => {
      terminal.out(
        [
          flowing(
            `Nothing was sent to ${configured?.baseUrl ?? 'any target'}. Counted on the reference server, with seed ${plan.seed}:`,
            terminal,
          ),
          flowing(
            `${counted(run.sent, 'request')}, ${counted(run.created.length, 'pet')} that would stay. ${most}`,
            terminal,
          ),
          ...(coverage === undefined ? [] : coverageLines(coverage, terminal)),
        ].join('\n'),
      );
    },
  );
}
