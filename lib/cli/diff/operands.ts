import { existsSync } from 'node:fs';
import { prefixOf } from '../../evidence/target-name.ts';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { isConfigured, namedTargets } from '../../targets/choice.ts';
import { nameFault } from '../../targets/name-fault.ts';
import { readEnvironment, type Environment } from '../../targets/environment.ts';
import { nearName } from '../../targets/near-name.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What two arguments of `petvet diff` name. */
export type Operands =
  | { readonly kind: 'reports'; readonly before: string; readonly after: string }
  | { readonly kind: 'targets'; readonly before: string; readonly after: string };

/** Names that a target may have; what has a dot or a slash in it is a path. */
const NAME = /^[a-z\d]+(?:[-_][a-z\d]+)*$/i;

/**
 * Tells targets from reports: a name that the settings know is a target, even where a folder has the same one, which `./NAME` means.
 * Anything else is the path of a report.
 *
 * @throws {UsageError} for a target beside a report, and for a word that is neither
 */
export function readOperands(
  before: string,
  after: string,
  { cwd, environment, err }: Pick<Terminal, 'cwd' | 'environment' | 'err'>,
): Operands {
  const settings = readEnvironment(cwd, environment);
  const [isTarget, isTargetAfter] = [isTargetName(before, settings), isTargetName(after, settings)];
  for (const [name, is] of [
    [before, isTarget],
    [after, isTargetAfter],
  ] as const) {
    if (is && existsSync(resolve(cwd, name)))
      err(`${name} is the target of that name; ./${name} names the folder or file.\n`);
    if (!is) refuseNeither(name, cwd, settings);
  }
  if (isTarget !== isTargetAfter) {
    const [target, report] = isTarget ? [before, after] : [after, before];
    throw new UsageError(
      `${target} is a target, and ${report} a report`,
      `name two targets or two reports; \`petvet check --target ${target}\` makes a report of it`,
    );
  }
  return { kind: isTarget ? 'targets' : 'reports', before, after };
}

/** Any setting makes it a target: what else is missing is told when it is read. */
function isTargetName(name: string, settings: Environment): boolean {
  return nameFault(name) === undefined && isConfigured({ name, prefix: prefixOf(name) }, settings);
}

function refuseNeither(name: string, cwd: string, settings: Environment): void {
  if (/^https?:\/\//i.test(name))
    throw new UsageError(
      'an address is neither a target nor a report',
      'give it a name with PETVET_<NAME>_BASE_URL and PETVET_<NAME>_API_KEY, and name that',
    );
  if (!NAME.test(name) || existsSync(resolve(cwd, name))) return;
  const known = namedTargets(settings);
  const near = nearName(name.toLowerCase(), known);
  throw new UsageError(
    `${name} is neither a target nor a report: ${prefixOf(name)}BASE_URL is not set, and there is no such folder or file`,
    near !== undefined
      ? `did you mean ${near}?`
      : known.length === 0
        ? 'name two targets of your .env, or the folders of two reports'
        : `the targets are ${known.join(', ')}`,
  );
}
