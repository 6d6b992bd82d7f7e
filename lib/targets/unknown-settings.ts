import type { Choice } from './choice.ts';
import type { Environment } from './environment.ts';
import { nearName } from './near-name.ts';
import { SETTING_NAMES } from './settings.ts';
import { UNNAMED } from '../evidence/target-name.ts';

/**
 * One sentence for each variable that looks like a setting of the target and is none: a mistyped `_WRITES=no` must not be
 * passed over in silence. Without a name only what is very near a setting counts: `PETVET_…` may be anyone's.
 */
export function unknownSettings({ name, prefix }: Choice, environment: Environment): string[] {
  return Object.keys(environment).flatMap((variable) => {
    if (!variable.startsWith(prefix) || variable === 'PETVET_TARGET') return [];
    const setting = variable.slice(prefix.length);
    if (SETTING_NAMES.includes(setting) || belongsToAnother(setting)) return [];
    const near = nearName(setting, SETTING_NAMES);
    if (near !== undefined) return [`${variable} is not a setting; ${prefix}${near} is one`];
    return name === UNNAMED ? [] : [`${variable} is not a setting of a target`];
  });
}

/** `EU_API_KEY` after `PETVET_STAGING_` is the API_KEY of the target staging-eu. */
function belongsToAnother(setting: string): boolean {
  return SETTING_NAMES.some((known) => setting.endsWith(`_${known}`));
}
