import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder in which petvet may keep what it can do without; it need not be there.
 *
 * @param environment - `XDG_CACHE_HOME` wins where it is an absolute path, as its specification asks for
 * @param platform - as Node names it
 */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const set = (name: string) => {
    const path = environment[name];
    return path !== undefined && isAbsolute(path) ? path : undefined;
  };
  const own = () => {
    const home = set('HOME') ?? set('USERPROFILE') ?? homedir();
    if (platform === 'win32') return set('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  };
  return join(set('XDG_CACHE_HOME') ?? own(), 'petvet');
}
