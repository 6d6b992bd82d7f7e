import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder, aProgram, saysVersion } from './fake-programs.fixture.ts';
import { cachedK6, findK6 } from './k6-program.ts';

describe('k6 is found', () => {
  it('where PETVET_K6 says, before any other', async () => {
    const { folder, cache, environment } = places();
    aProgram(join(folder, 'bin', 'k6'), saysVersion('1.8.1'));
    const path = aProgram(join(folder, 'elsewhere', 'my-k6'), saysVersion('1.5.0'));
    expect(await findK6({ environment: { ...environment, PETVET_K6: path }, cache })).toEqual({
      path,
      version: '1.5.0',
    });
  });

  it.each(['1.2.0', '1.10.3', '2.0.0', '2.3.0-rc1'])('in PATH, when it is k6 %s', async (version) => {
    const { folder, cache, environment } = places();
    const path = aProgram(join(folder, 'bin', 'k6'), saysVersion(version));
    aProgram(cachedK6(cache, '1.8.1'), saysVersion('1.8.1'));
    expect(await findK6({ environment, cache })).toEqual({ path, version });
  });

  it.each(['1.8.1', '1.4.2'])('in the cache, when %s was installed', async (version) => {
    const { cache, environment } = places();
    const path = aProgram(cachedK6(cache, version), saysVersion(version));
    expect(await findK6({ environment, cache })).toEqual({ path, version });
  });

  it.each(['0.55.0', '1.1.9', '3.0.0'])('in the cache, when the one in PATH is %s', async (version) => {
    const { folder, cache, environment } = places();
    aProgram(join(folder, 'bin', 'k6'), saysVersion(version));
    const path = aProgram(cachedK6(cache, '1.8.1'), saysVersion('1.8.1'));
    expect(await findK6({ environment, cache })).toMatchObject({ path });
  });
});

describe('k6 is not found', () => {
  it('when there is none', async () => {
    const { cache, environment } = places();
    await expect(findK6({ environment, cache })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'k6 is not installed',
      hint: expect.stringContaining('petvet load --install-k6'),
    });
  });

  it('when the only one is too old: which one, and what is needed', async () => {
    const { folder, cache, environment } = places();
    const path = aProgram(join(folder, 'bin', 'k6'), saysVersion('0.55.0'));
    await expect(findK6({ environment, cache })).rejects.toMatchObject({
      message: `there is no usable k6: ${path}: it is k6 0.55.0, and 1.2 or later, or 2.x is needed`,
      hint: expect.stringContaining('petvet load --install-k6'),
    });
  });

  it.each([
    ['is not there', undefined, 'there is no program of that name'],
    ['is another program', 'echo hello', '`k6 version` does not print what k6 prints'],
    ['fails', `${saysVersion('1.8.1')}; exit 1`, '`k6 version` does not print what k6 prints'],
    ['is too old', saysVersion('1.1.0'), 'it is k6 1.1.0'],
  ])('when the one that PETVET_K6 names %s, although there is another', async (_, script, says) => {
    const { folder, cache, environment } = places();
    aProgram(join(folder, 'bin', 'k6'), saysVersion('1.8.1'));
    const path = join(folder, 'named');
    if (script !== undefined) aProgram(path, script);
    await expect(findK6({ environment: { ...environment, PETVET_K6: path }, cache })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`PETVET_K6 names ${path}: ${says}`),
    });
  });
});

function places() {
  const folder = aFolder();
  return {
    folder,
    cache: join(folder, 'cache'),
    environment: { PATH: join(folder, 'bin') },
  };
}
