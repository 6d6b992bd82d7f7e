import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceRecordings, type Recording } from '../../golden/archive.ts';
import { SMALL } from '../../golden/places.ts';
import { withoutOwnSettings } from '../../lib/load/own-settings.ts';
import { differences } from './compare.ts';
import { reportOf, runCase, type LabCase } from './one-run.ts';
import { missingNeed, setUp } from './setup.ts';
import { PLAN_CHOICE, readStacks, ROOT, VERSIONS, type Stack } from './stacks.ts';
import { renderStacks } from './stacks-page.ts';
import { renderTable, type TableRow } from './table.ts';
import { vetClients } from './vet-clients.ts';
import { falseAlarms, renderCompared } from './watched.ts';

/**
 * `npm run lab`: checks the services of the lab and compares with what is expected of them. Exit status 1 when something
 * differs or could not be run. Stacks whose runtime is not there are skipped, and named.
 */
const USAGE = `npm run lab -- [NAME…] [--version natural|mended] [--plan free|business] [--seed 1] [--parallel 4] [--record] [--watch]
npm run lab -- --clients [NAME…] [--parallel 4]
npm run lab -- --write-docs

  NAME…          only these stacks (default: all)
  --record       keep the evidence with the recorded runs of npm run golden
  --watch        also judge the access logs of gateways, and compare
  --clients      run clients of the lab instead, and write their table into docs/clients.md
  --write-docs   write docs/stacks.md, and check nothing`;

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'string' },
    plan: { type: 'string' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '4' },
    record: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    clients: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
if (flags.help) process.stdout.write(`${USAGE}\n`);
else if (flags['write-docs']) writeFileSync(join(ROOT, 'docs', 'stacks.md'), renderStacks(readStacks()));
else if (flags.clients)
  process.exitCode = await vetClients(names, {
    environment: withoutOwnSettings(process.env),
    parallel: Number(flags.parallel),
  });
else process.exitCode = await checkAll();

async function checkAll(): Promise<number> {
  const stacks = readStacks();
  const unknown = names.find((name) => !stacks.some((stack) => stack.name === name));
  if (unknown !== undefined) {
    process.stderr.write(`the lab has no stack ${unknown}; it has ${stacks.map(({ name }) => name).join(', ')}\n`);
    return 2;
  }
  const recorded: Recording[] = [];
  const onRecording = (recording: Recording) => void recorded.push(recording);
  const options = {
    environment: withoutOwnSettings(process.env),
    seed: Number(flags.seed),
    isWatched: flags.watch,
    ...(flags.record && { onRecording }),
  };
  const chosen = stacks.filter(({ name }) => names.length === 0 || names.includes(name));
  const [ready, table]: [Stack[], TableRow[]] = [[], []];
  for (const stack of chosen) {
    const row = { stack: stack.name, version: '', plan: '', violated: [], open: [], differences: [] };
    const missing = await missingNeed(stack, options.environment);
    if (missing !== undefined) {
      table.push({ ...row, outcome: `skipped: \`${missing}\` does not run here` });
      continue;
    }
    try {
      process.stderr.write(`${stack.name}: setting up\n`);
      await setUp(stack, options.environment);
      ready.push(stack);
    } catch (error) {
      table.push({ ...row, outcome: 'not set up', differences: [messageOf(error)] });
    }
  }
  const cases = ready.flatMap((stack) =>
    VERSIONS.filter((version) => (flags.version ?? version) === version).flatMap((version) =>
      PLAN_CHOICE.filter((plan) => (flags.plan ?? plan) === plan).map((plan) => ({ stack, version, plan })),
    ),
  );
  const waiting = [...cases];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) table.push(await rowOf(one));
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(flags.parallel)) }, worker));
  if (recorded.length > 0) await replaceRecordings(SMALL.archive, recorded);
  process.stdout.write(renderTable(table));
  return table.some(({ differences: found }) => found.length > 0) ? 1 : 0;

  async function rowOf(one: LabCase): Promise<TableRow> {
    const { stack, version, plan } = one;
    const row = { stack: stack.name, version, plan, report: relative(ROOT, reportOf(one)) };
    try {
      const found = await runCase(one, options);
      process.stderr.write(`${stack.name} ${version} ${plan}: ${found.outcome}\n`);
      const { compared = [] } = found;
      if (compared.length > 0) process.stdout.write(renderCompared(`${stack.name} ${version} ${plan}`, compared));
      const differing = [...differences(found, stack.expected[version][plan]), ...falseAlarms(compared)];
      return { ...row, ...found, differences: differing };
    } catch (error) {
      return { ...row, outcome: 'not checked', violated: [], open: [], differences: [messageOf(error)] };
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
