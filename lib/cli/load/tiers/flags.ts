import type { Command } from 'commander';
import { factor, objective, receiver } from '../values.ts';
import type { TiersFlags } from './tiers.ts';
import { count, place } from '../../shared/values.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { gateFlagsOf, GateOption } from '../../shared/flags.ts';

/** Adds `petvet load tiers` to `petvet load`. */
export function addLoadTiers(load: Command, terminal: Terminal, finish: (status: number) => void): void {
  load
    .command('tiers')
    .summary('test the key of each plan at its rate limit, over it, and alongside another caller; one page for all')
    .description(
      'Runs ceiling, overshoot and isolation with the key of each plan that FILE names, one after the other, each in an unused ' +
        'window, and makes one page: tiers.html, with tiers.json and the report of each run beside it. Without a ' +
        "target it uses petvet's own reference server, and without FILE generated keys.",
    )
    .addOption(new GateOption('--keys <file>', 'says where the key of each plan is, in YAML or JSON').argParser(place))
    .option('--target <name>', 'a target named in the environment or in .env; its own key is not used')
    .option('--base-url <url>', 'the base address, which ends with /v1')
    .option('--windows <number>', 'how many windows each ceiling fills', count, 3)
    .addOption(
      new GateOption('--objective <objective>', 'p95<=200 or errors<=1, for the ceilings; may be given several times')
        .argParser(objective)
        .default([]),
    )
    .addOption(
      new GateOption(
        '--objectives <file>',
        'objectives of the ceilings from a file: OpenSLO v1, or k6 thresholds',
      ).argParser(place),
    )
    .addOption(
      new GateOption(
        '--slowdown <factor>',
        'isolation: fail when the other caller is more than this many times slower than alone',
      ).argParser(factor),
    )
    .option('--anonymous', 'isolation: the other caller sends no key')
    .option('--connections <number>', 'max concurrent connections', count, 20)
    .option('--prometheus <url>', "send k6's metrics to this Prometheus remote write address", receiver)
    .option('--otlp <url>', "send k6's metrics to this OpenTelemetry address (OTLP over HTTP)", receiver)
    .option('--yes', 'confirm: send it to a host other than this machine')
    .option('--dry-run', 'send nothing; show what would be sent')
    .option('--report <dir>', 'where the page and the reports go (default: a new folder under reports/)', place)
    .addHelpText('after', HELP)
    .action(async (_options: object, command: Command) => {
      const { runTiers } = await import('./tiers.ts');
      // Before the name of a subcommand, these flags are the parent's.
      const gateFlags = [...gateFlagsOf(load), ...gateFlagsOf(command)];
      finish(await runTiers({ ...command.optsWithGlobals<TiersFlags>(), gateFlags }, terminal));
    });
}

const HELP = `
FILE says where the key of each plan is, and its limits if they differ from the plan's:
  free:       { env: FREE_API_KEY }             # an environment variable, or a line of .env
  pro:        { file: /run/secrets/pro-key }    # a file; beside FILE where the path is relative
  enterprise: { env: BIG_API_KEY, perMinute: 5000, perDay: 1000000 }
The other caller of isolation has the next plan's key, or the one that \`second: { env: … }\` gives.

Exit status: the worst of all runs: 130 interrupted, else 1 violated or an objective missed, else 2 not judged or not measured, else 0.`;
