import type { Command } from 'commander';
import type { PlaceFlags } from '../../shared/keep-history.ts';
import { keepOption, reportOption } from '../../shared/flags.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** Adds `petvet load merge` to `petvet load`. */
export function addLoadMerge(load: Command, terminal: Terminal, finish: (status: number) => void): void {
  load
    .command('merge')
    .summary('judge the parts of a load run, made by several processes or machines, as one run')
    .description(
      'Puts the samples of several parts together before they are judged, so that the limit is judged over all of them. Each ' +
        'folder holds a load-plan.json, and what k6 wrote to its console: k6-console.jsonl, or the logs of pods as .log files.',
    )
    .argument('<folders...>', 'the folders of the parts')
    .addOption(reportOption())
    .addOption(keepOption('load runs'))
    .action(async (folders: readonly string[], _options: object, command: Command) => {
      const { mergeLoad } = await import('./merge.ts');
      // Before the name of a subcommand, these flags are the parent's.
      finish(await mergeLoad(folders, command.optsWithGlobals<PlaceFlags>(), terminal));
    });
}
