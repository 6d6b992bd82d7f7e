import { Option, type Command } from 'commander';
import type { RulesFlags } from './rules.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet rules` to the program. */
export function addRules(program: Command, terminal: Terminal): void {
  program
    .command('rules')
    .argument('[id]', 'one rule or area, e.g. LIST-2 or LIST')
    .summary('print the rules: requirement, source, and how each is judged')
    .description('Prints the rule catalogue, an area or one rule of it, or the interface as an OpenAPI 3.1 document.')
    .option('--level <level>', 'only rules of this level: must, should or observed')
    .addOption(
      new Option(
        '--format <format>',
        'the rules as one line of JSON, or the OpenAPI document of the interface',
      ).choices(['json', 'openapi']),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (id: string | undefined, flags: RulesFlags) => {
      const { printRules } = await import('./rules.ts');
      await printRules(id, flags, terminal);
    });
}

const EXAMPLES = `
Examples:
  petvet rules
  petvet rules LIST-2              how one rule is judged, and how to fix it
  petvet rules RATE                the rules of an area
  petvet rules --level must --format json
  petvet rules --format openapi

Exit status: 0 printed, 2 wrong usage.`;
