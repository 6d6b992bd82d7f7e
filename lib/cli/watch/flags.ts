import { Option, type Command } from 'commander';
import { PLAN_CHOICES } from '../../contract/plans.ts';
import { place } from '../shared/values.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { WatchFlags } from './watch.ts';
import { quietOption } from '../shared/flags.ts';

/** Adds `petvet watch` to the program. */
export function addWatch(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  program
    .command('watch')
    .argument(
      '[command...]',
      'a command to run behind the proxy, after --, e.g. the tests of a service; its end ends the watch',
    )
    .summary('judge traffic that flows anyway, without sending anything')
    .description(
      'Judges the traffic of all callers as it flows: from the access log of a gateway, or as a proxy in front of a service or a test ' +
        'suite. It sends nothing of its own, and ends on Ctrl-C. What violates a rule is kept as a report; everything else is dropped.',
    )
    .addOption(
      new Option(
        '--log <file>',
        'the access log of a gateway, as JSON lines, through rotation; - for standard input',
      ).argParser(place),
    )
    .addOption(
      new Option(
        '--listen <address>',
        'be a proxy at this address, e.g. 127.0.0.1:8080, that changes no byte',
      ).conflicts('log'),
    )
    .option('--upstream <url>', 'the base address of the service behind the proxy; it ends with /v1')
    .option(
      '--base-url-variable <name>',
      'the variable from which the command reads the base address; {baseUrl} in its arguments stands for it, too',
      'PETVET_BASE_URL',
    )
    .option('--base-url <url>', 'the base address of the service in the log; it ends with /v1', 'http://127.0.0.1/v1')
    .option('--mapping <file>', 'where the lines of another format hold what is needed (docs/watch.md)', place)
    .option('--complete', 'the traffic misses no request of its callers: what is not seen did not happen')
    .option('--once', 'end at the end of the log instead of following it')
    .addOption(
      new Option('--plan <plan>', 'the plan of every caller (default: auto, each by its own headers)').choices([
        ...PLAN_CHOICES,
      ]),
    )
    .option('--as-of <date>', 'judge the traffic as of this date (YYYY-MM-DD)')
    .option('--fail-fast', 'end at the first violated must rule')
    .option('--metrics <address>', 'offer metrics for Prometheus there, e.g. 127.0.0.1:9464')
    .option(
      '--report <dir>',
      'where watch.json and the reports on violations go (default: a new folder under reports/)',
      place,
    )
    .addOption(quietOption())
    .addHelpText('after', EXAMPLES)
    .action(async (command: readonly string[], flags: WatchFlags) => {
      const { watchTraffic } = await import('./watch.ts');
      finish(await watchTraffic(command, flags, terminal));
    });
}

const EXAMPLES = `
Examples:
  petvet watch --log /var/log/nginx/pets.log --base-url https://pets.example/v1
  tail -f access.log | petvet watch --log -
  petvet watch --listen 127.0.0.1:8080 --upstream http://127.0.0.1:3000/v1
  petvet watch --upstream http://127.0.0.1:3000/v1 --fail-fast -- npm test

Exit status: 0 no must rule violated, 1 violated, 2 nothing could be judged, or the
command failed though nothing is violated.`;
