import type { Command } from 'commander';
import { FORMAT_NAMES } from '../../report/format-names.ts';
import { place } from '../shared/values.ts';
import type { ReportFlags } from './report.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet report` to the program. */
export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .argument('<dir>', 'the folder of a report')
    .summary('write the report of an earlier run in another format')
    .description(
      'Judges the evidence of an earlier run again, without sending anything, and writes the verdicts in another format: ' +
        'on standard output unless --out names a file or a folder.',
    )
    .requiredOption('--format <format>', `one of ${FORMAT_NAMES.join(', ')}`)
    .option('--out <path>', 'a file, or an existing folder; for allure, the folder for the results', place)
    .option('--baseline <file>', 'mark known violations; `petvet baseline` writes it', place)
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string, flags: ReportFlags) => {
      const { runReport } = await import('./report.ts');
      await runReport(dir, flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet report reports/staging/2026-11-21T13-00-00 --format markdown
  petvet report reports/staging/2026-11-21T13-00-00 --format junit --out junit.xml
  petvet report reports/staging/2026-11-21T13-00-00 --format har --out evidence.har
  petvet report reports/staging/2026-11-21T13-00-00 --format allure --out allure-results
  petvet report reports/staging/2026-11-21T13-00-00 --format allure-page --out page.html   # needs allure

Exit status: 0 written, whatever the verdicts are, 2 not written.`;
