import { Option, type Command } from 'commander';
import { PROCESSES_PER_CORE, RUNS_PER_CORE } from '../../exam/runs-per-core.ts';
import { count, list, places } from '../shared/values.ts';
import type { SelftestFlags } from './selftest.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet selftest` to the program. */
export function addSelftest(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('selftest')
    .summary('test petvet itself: which known defects it detects, and whether conforming variants pass')
    .description(
      'Runs all suites against the reference server with one defect at a time, and with one conforming variant at a time, and ' +
        'prints which rule detected which defect, after how many requests. Takes about three minutes on two cores.',
    )
    .option('--only <names>', 'examine only these defects and variants, e.g. limit-1-gives-2,html-404', list, [])
    .option('--seed <number>', 'the seed of the runs', count, 1)
    .option('--seeds <number>', 'examine with this many consecutive seeds', count, 1)
    .option(
      '--parallel <number>',
      `runs at a time (default for each core: ${RUNS_PER_CORE}; ${PROCESSES_PER_CORE} with --again or --checker)`,
      count,
    )
    .option(
      '--out <file>',
      'write the matrix to a file, too: as JSON if it ends with .json, else as a page of Markdown; may be given several times',
      places,
      [],
    )
    .addOption(
      new Option(
        '--again',
        'run the command that the report prints for each detected defect, against it and against a conforming service',
      ).conflicts(['out', 'checker']),
    )
    .addOption(
      new Option('--checker <command>', "grade another tester instead, e.g. 'node script.mjs {url} {key}'").conflicts([
        'seeds',
        'out',
      ]),
    )
    .option('--timeout <seconds>', 'how long such a tester may take for one service', count, 60)
    .addHelpText('after', `${ABOUT_CHECKERS}\n${EXIT_STATUS}`)
    .action(async (flags: SelftestFlags) => {
      const { runSelftest } = await import('./selftest.ts');
      finish(await runSelftest(flags, terminal));
    });
}

const ABOUT_CHECKERS = `
--checker has another tester judge the same services: a command that exits with 0 for conforming and 1 for violating. Any other exit
status, or a timeout, counts as not decided. {url}, {key}, {second} (another caller's key) and {today} (the date of the service) in
the command are replaced. Process lists show arguments, so the key is also in the environment, as PETVET_KEY, with the variables that
\`petvet check\` reads. Defects that violate only should rules are left out.`;

const EXIT_STATUS = `
Exit status: 0 every defect detected and every variant passed, 1 a defect was missed or detected under the wrong rule, or a variant
failed, 2 nothing could be examined, 130 interrupted. Defects that petvet is known not to detect are listed with the reason.`;
