import { Command } from 'commander';
import { expect, it } from 'vitest';
import { gateFlagsOf, GateOption, addGateOptions } from './flags.ts';

async function given(...args: readonly string[]): Promise<string[]> {
  const command = addGateOptions(new Command('check').option('--seed <number>'), 'profiles')
    .addOption(new GateOption('--new-wish <what>').default('none'))
    .action(() => {});
  await command.parseAsync(args, { from: 'user' });
  return gateFlagsOf(command);
}

it('names the flags of a gate that were given, and no other', async () => {
  expect(await given()).toEqual([]);
  expect(await given('--seed', '1')).toEqual([]);
  expect(await given('--seed', '1', '--fail-on', 'AUTH', '--baseline', 'b.yaml', '--profile', 'smoke')).toEqual([
    '--profile',
    '--baseline',
    '--fail-on',
  ]);
});

it('knows a flag by its declaration', async () => {
  expect(await given('--new-wish', 'x')).toEqual(['--new-wish']);
});

it.each(['--require-complete', '--no-require-complete'])('%s is one, as it is typed', async (flag) => {
  expect(await given(flag)).toEqual([flag]);
});
