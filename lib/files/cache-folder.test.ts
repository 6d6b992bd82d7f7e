import { expect, it } from 'vitest';
import { cacheFolder } from './cache-folder.ts';

it.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', { HOME: '/h' }, '/h/.cache/petvet'],
  ['linux', { HOME: '/h', XDG_CACHE_HOME: '/x' }, '/x/petvet'],
  ['linux', { HOME: '/h', XDG_CACHE_HOME: 'relative' }, '/h/.cache/petvet'],
  ['linux', { HOME: '/h', XDG_CACHE_HOME: '' }, '/h/.cache/petvet'],
  ['darwin', { HOME: '/h' }, '/h/Library/Caches/petvet'],
  ['win32', { USERPROFILE: '/u', LOCALAPPDATA: '/u/local' }, '/u/local/petvet'],
  ['win32', { USERPROFILE: '/u' }, '/u/AppData/Local/petvet'],
])('%s with %o: %s', (platform, environment, folder) => {
  expect(cacheFolder(environment, platform).replaceAll('\\', '/')).toBe(folder);
});
