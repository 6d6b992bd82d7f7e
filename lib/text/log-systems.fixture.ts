import { stripVTControlCharacters } from 'node:util';

/** Whether a system that shows a log takes a line for a command, by its documentation and, where it has any, its source. */
const SYSTEMS: Readonly<Record<string, (line: string) => boolean>> = {
  'GitHub Actions': (line) => line.trimStart().startsWith('::') || line.includes('##['),
  'Azure Pipelines': (line) => /##(?:vso)?\[/i.test(line),
  TeamCity: (line) => /##teamcity\[/i.test(line),
  GitLab: (line) => /section_(?:start|end):\d+:/.test(line),
  'Travis CI': (line) => /travis_(?:fold|time):/.test(line),
  Buildkite: (line) => /^\s*(?:---|\+\+\+|~~~|\^\^\^)[ \t]/.test(line),
};

/** What a service may say so that a system takes it for a command. */
export const LOG_COMMANDS: readonly string[] = [
  '##vso[task.setvariable variable=PATH]/evil',
  '##VSO[task.complete result=Succeeded;]done',
  '##[add-mask]x',
  '##[set-output name=outcome;]conforming',
  '##[error]x',
  "##teamcity[buildStatus status='SUCCESS' text='fine']",
  '::add-mask::x',
  '::error file=a.ts::x',
  '::stop-commands::token',
  'section_start:1560896352:my_section[collapsed=true]\r\u001b[0KHeader',
  'section_end:1560896352:my_section',
  'travis_fold:start:a',
  'travis_time:start:b',
  '--- hidden',
  '+++ opened',
  '~~~ quiet',
  '^^^ +++',
];

/** The systems that take some line of a text for a command, with that line. */
export function obeying(text: string): string[] {
  return [text, stripVTControlCharacters(text)]
    .flatMap((whole) => whole.split(/\r\n|[\n\r]/))
    .flatMap((line) => Object.entries(SYSTEMS).flatMap(([name, takes]) => (takes(line) ? [`${name}: ${line}`] : [])));
}
