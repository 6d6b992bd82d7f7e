import { Option, type Command } from 'commander';
import { SCENARIO_NAMES, SCENARIOS } from '../../load/scenarios.ts';
import { type LoadFlags, factor, instant, objective, receiver, shareAboveNone } from './values.ts';
import { count, duration, place, share } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';
import { addTargetOptions, gateFlagsOf, GateOption, keepOption, reportOption } from '../shared/flags.ts';
import { addLoadMerge } from './merge/flags.ts';
import { addLoadTiers } from './tiers/flags.ts';

/** Adds `petvet load` to the program. */
export function addLoad(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const scenarios = SCENARIO_NAMES.map((name) => `  ${name.padEnd(11)}${SCENARIOS[name].asks}`).join('\n');
  const load = program
    .command('load')
    .summary('drive a key to its rate limit with k6, and judge how the service behaves there')
    .description(
      'Runs a scenario with k6 against a running pet adoption service, records each request as evidence, and judges the ' +
        "rate limit rules by it. Without any setting, outside of a pipeline, it uses petvet's own reference server.",
    )
    .argument('[scenario]', `one of ${SCENARIO_NAMES.join(', ')}`)
    .argument('[k6options...]', 'after --: options of k6, passed on as they are');
  addTargetOptions(load)
    .option('--as-of <date>', 'evaluate the service as of this date (YYYY-MM-DD); no clock is changed')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--windows <number>', 'ceiling: how many windows are filled', count, 3)
    .addOption(
      new Option('--duration <time>', 'soak: for how long, e.g. 90m or 4h').argParser(duration).default(3_600, '1h'),
    )
    .option('--share <share>', 'soak: this share of the rate limit, e.g. 0.5', shareAboveNone, 0.5)
    .option('--step-seconds <seconds>', 'breakpoint: how long each step takes', count, 10)
    .addOption(
      new GateOption(
        '--slowdown <factor>',
        'isolation: fail when the second key is more than this many times slower than alone, e.g. 3',
      ).argParser(factor),
    )
    .option(
      '--anonymous',
      'isolation: the other caller sends no key, and gets 401 each time; the key must still get its whole rate limit',
    )
    .option('--connections <number>', 'max concurrent connections', count, 20)
    .option('--create-share <share>', 'this share of the requests creates pets, which stay (default: none)', share)
    .addOption(
      new GateOption(
        '--objective <objective>',
        'p95<=200 (milliseconds) or errors<=1 (per cent); may be given several times',
      )
        .argParser(objective)
        .default([]),
    )
    .addOption(
      new GateOption('--objectives <file>', 'objectives from a file: an SLO of OpenSLO v1, or k6 thresholds').argParser(
        place,
      ),
    )
    .option(
      '--start-at <time>',
      'begin at this time, as one of several machines; `load merge` judges all parts',
      instant,
    )
    .option('--yes', 'confirm: send it to a host other than this machine, or use up the daily quota')
    .option('--dry-run', 'send nothing; show what would be sent')
    .addOption(reportOption())
    .addOption(keepOption('load runs'))
    .option('--dashboard', "show k6's live dashboard in the browser at http://127.0.0.1:5665")
    .option('--prometheus <url>', "send k6's metrics to this Prometheus remote write address while it runs", receiver)
    .option('--otlp <url>', "send k6's metrics to this OpenTelemetry address (OTLP over HTTP) while it runs", receiver)
    .option('--distributed <number>', 'send nothing: write what this many machines need to the folder --out', count)
    .option('--out <dir>', 'the folder for --distributed')
    .option('--install-k6', 'install the version of k6 that petvet needs, in your cache folder')
    .addHelpText('after', `\nScenarios:\n${scenarios}\n${EXAMPLES}`)
    .action(async (scenario: string | undefined, passedOn: readonly string[], flags: LoadFlags) => {
      const { runLoadCommand } = await import('./load.ts');
      finish(await runLoadCommand(scenario, passedOn, { ...flags, gateFlags: gateFlagsOf(load) }, terminal));
    });
  addLoadMerge(load, terminal, finish);
  addLoadTiers(load, terminal, finish);
}

const EXAMPLES = `
Examples:
  petvet load --install-k6                      once
  petvet load ceiling --target reference --plan free
      three windows against the reference server: at most 5 minutes
  petvet load overshoot --target staging --yes
  petvet load isolation --anonymous             the other caller sends no key
  petvet load tiers --keys keys.yaml            every plan at its ceiling, on one page
  petvet load ceiling --objective 'p95<=200' -- --tag build=42

Exit status: 0 no must rule violated, 1 violated or an objective missed, 2 nothing could be judged or the load generator did not reach the rate,
130 interrupted.`;
