import { isTestedReadOnly } from './ci-files.ts';

/** What was written, of which target. */
interface Written {
  /** Undefined: a target without a name. */
  readonly name: string | undefined;
  /** The beginning of its variables. */
  readonly prefix: string;
  /** Settings that are still to be made, one sentence each. */
  readonly later: readonly string[];
  /** Whether a pipeline was. */
  readonly hasPipeline: boolean;
}

/** What to do after `petvet init`, as lines. @param petvet - how petvet is started here */
export function nextSteps({ name, prefix, later, hasPipeline }: Written, petvet = 'petvet'): string {
  const target = name === undefined ? '' : ` --target ${name}`;
  const missing = [
    ...later,
    ...(!hasPipeline
      ? []
      : [
          'read the comments at the top of the pipeline: it needs the keys as secrets, and the variable PETVET_PACKAGE',
          'publish petvet in your own registry or scope, or as a tarball, and set PETVET_PACKAGE to it: the bare name could belong to anybody',
        ]),
    ...(hasPipeline && name !== undefined && isTestedReadOnly(name)
      ? [
          `the pipeline sends no POST to ${name}: where a run may create pets, set PROFILE to complete and ${prefix}WRITES to yes`,
        ]
      : []),
    ...(hasPipeline && name === 'production'
      ? [`the release gate tests staging, too: \`${petvet} init --target staging\` writes its settings`]
      : []),
  ];
  const commands = [
    [`${petvet} doctor${target}`, 'is everything ready?'],
    [`${petvet} check${target} --smoke`, 'a first result in at most ten requests'],
    name === 'production'
      ? [`${petvet} check${target} --profile read-only`, 'what can be verified without POST and without a 429']
      : [`${petvet} check${target}`, 'a verdict on every rule'],
  ];
  const column = Math.max(...commands.map(([command = '']) => command.length)) + 2;
  return [
    '',
    'Next:',
    ...missing.map((step) => `  ${step}`),
    ...commands.map(([command = '', what = '']) => `  ${command.padEnd(column)}${what}`),
  ].join('\n');
}
