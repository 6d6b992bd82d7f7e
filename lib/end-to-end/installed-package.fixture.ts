import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { folder, ROOT, run } from './petvet-process.fixture.ts';

/** The package, packed and installed in an otherwise empty project. */
export interface InstalledPackage {
  /** The project. */
  readonly home: string;
  readonly tarball: string;
  /** The files of the package, relative to it. */
  files(): string[];
  [Symbol.asyncDispose](): PromiseLike<void>;
}

/** Packs the package and installs it in an empty folder, without a network: what it depends on is copied from here. */
export async function installPackage(): Promise<InstalledPackage> {
  const place = await folder();
  const succeed = async (command: string, args: readonly string[]) => {
    const { status, out, err } = await run(command, args, { cwd: place.path, env: { npm_config_offline: 'true' } });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} fails: ${out}${err}`);
  };
  const built = join(place.path, 'built');
  const home = join(place.path, 'home');
  const modules = join(home, 'node_modules');
  const installed = join(modules, 'petvet');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  await succeed(process.execPath, [join(ROOT, 'tools', 'build', 'build.ts'), built]);
  await succeed('npm', ['pack', built, '--pack-destination', place.path, '--silent']);
  const [name = ''] = readdirSync(place.path).filter((file) => file.endsWith('.tgz'));
  const tarball = join(place.path, name);
  mkdirSync(installed);
  await succeed('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const path of productionPackages()) cpSync(join(ROOT, path), join(home, path), { recursive: true });
  symlinkSync('../petvet/lib/cli/petvet.cjs', join(modules, '.bin', 'petvet'));
  return {
    home,
    tarball,
    files: () =>
      readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name: file, parentPath }) => join(parentPath, file).slice(installed.length + 1)),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** What an installation of the package brings along, read from the lock file: all but Node itself and the tools of this repository. */
function productionPackages(): string[] {
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && !path.startsWith('node_modules/node-'))
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
}
