import { execFile } from 'node:child_process';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GET_PET_REMOVAL } from '../../lib/contract/lifecycle.ts';
import type { Checker, GradedService } from '../../lib/exam/checker.ts';
import { openApiForSchemathesis } from './schemathesis-document.ts';

/** The release that is compared with. */
export const SCHEMATHESIS_VERSION = '4.32.5';

/** Inputs that it makes for an operation in each of its phases: its own default, and fewer where it has to wait for the limit. */
const EXAMPLES = 100;
const EXAMPLES_WITHIN_LIMIT = 15;

const run = promisify(execFile);

/**
 * Installs Schemathesis with pip into a virtual environment of its own, unless it is there.
 *
 * @param cache - the folder in which the environment stands
 * @returns the checker that it is; rejects when there is no Python 3 or the package cannot be had
 */
export async function installSchemathesis(cache: string): Promise<Checker> {
  const place = join(cache, `schemathesis-${SCHEMATHESIS_VERSION}`);
  const isThere = await stat(join(place, 'ready')).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await rm(place, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await run('python3', ['-m', 'venv', place]);
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet'];
    await run(join(place, 'bin', 'python'), [...pip, `schemathesis==${SCHEMATHESIS_VERSION}`]);
  }
  for (const isRemoved of [false, true]) {
    const document = join(place, documentName(isRemoved));
    await writeFile(`${document}.new`, openApiForSchemathesis(isRemoved));
    await rename(`${document}.new`, document);
  }
  await writeFile(join(place, 'schemathesis.toml'), CONFIGURATION);
  await writeFile(join(place, 'ready'), '');
  return (service) => ({
    file: join(place, 'bin', 'schemathesis'),
    args: argumentsFor(service, place),
    cwd: place,
  });
}

function argumentsFor({ url, today, usesLimitUp }: GradedService, place: string): string[] {
  const document = join(place, documentName(today >= GET_PET_REMOVAL));
  const examples = usesLimitUp ? EXAMPLES_WITHIN_LIMIT : EXAMPLES;
  const settings = ['--config-file', join(place, 'schemathesis.toml')];
  const generation = ['--max-examples', `${examples}`, '--seed', '1', '--generation-database', 'none'];
  const rest = ['--rate-limit', 'auto', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color'];
  return [...settings, 'run', document, '--url', url, ...generation, ...rest];
}

/**
 * Everything it can judge by is on, but what the specification leaves open: other methods, whether a query that is not
 * documented is refused, whether a valid pet is refused for a reason of the service's own.
 */
const CONFIGURATION = `
[auth.openapi.apiKey]
bearer = "\${PETVET_API_KEY}"

[checks.unsupported_method]
enabled = false

[checks.allow_header_conformance]
enabled = false

[[operations]]
include-operation-id = "listPets"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "403", "429"]
[operations.checks.negative_data_rejection]
enabled = false

[[operations]]
include-operation-id = "createPet"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "400", "403", "404", "409", "413", "422", "429"]

[[operations]]
include-operation-id = "getPet"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "403", "404", "429"]
`;

function documentName(isRemoved: boolean): string {
  return isRemoved ? 'without-get-pet.json' : 'pets.json';
}
