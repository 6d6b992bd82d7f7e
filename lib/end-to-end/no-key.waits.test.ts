import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** Random, so that no part of it occurs by chance; the second one is another caller's. */
const KEYS = ['q7Hx2VmZ9pLr4TnW8cKd', 'Zt5RkY1wBe6QsNj3GuXa'] as const;

/** A part of a key that is this long gives it away. */
const TELLING = 8;

/** Everything by which someone who reads a text could know a key. */
function formsOf(key: string): readonly string[] {
  const half = key.length / 2;
  const backwards = Array.from(key).toReversed().join('');
  return [
    ...parts(key),
    ...parts(backwards),
    key.slice(0, half - 1),
    key.slice(half + 1),
    Buffer.from(key).toString('base64').slice(0, -4),
    Buffer.from(key).toString('hex'),
    encodeURIComponent(`Bearer ${key}`),
  ].flatMap((form) => [form, form.toUpperCase(), form.toLowerCase()]);
}

function parts(text: string): string[] {
  return Array.from({ length: text.length - TELLING + 1 }, (_, from) => text.slice(from, from + TELLING));
}

/** What is too long for the curl line of an exchange. */
function isOfRequest({ name }: { readonly name: string }): boolean {
  return /^\d+-(body\.bin(?:\.gz)?|headers\.txt|target\.txt)$/.test(name);
}

/** What a file says, to whoever unpacks it. */
function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

it('no key and no altered form of one is printed or written, whatever the service repeats', async () => {
  await using place = await folder();
  // A service that keeps no secret: it repeats the credential in its headers, in its bodies and in where it points to.
  await using telltale = await service((request, response) => {
    const shown = request.headers.authorization ?? 'none';
    const known = KEYS.some((key) => shown === `Bearer ${key}`);
    response.writeHead(known ? 200 : 401, {
      'content-type': 'application/json',
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
      'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 30}`,
      'x-caller': shown,
      'set-cookie': `key=${encodeURIComponent(shown)}`,
      link: `</v1/pets?key=${shown.replace('Bearer ', '')}>; rel="next"`,
    });
    const told = [
      shown,
      Array.from(shown).toReversed().join(''),
      shown.slice(0, 20),
      Buffer.from(shown).toString('base64'),
    ];
    const pet = { id: 1, name: told.join(' '), categoryId: 7, status: 'available' };
    response.end(JSON.stringify(known ? [pet] : { code: 'unauthorized', message: told.join(' '), status: 401 }));
  });
  const env = {
    PETVET_BASE_URL: telltale.baseUrl,
    PETVET_API_KEY: KEYS[0],
    PETVET_SECOND_API_KEY: KEYS[1],
    PETVET_DEBUG: '1',
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(place.path, 'the-job.md'),
  };
  const checked = await petvetHere(['check', '--no-burn', '--report', 'report'], { cwd: place.path, env });
  const judged = await petvetHere(['judge', join(place.path, 'report')], { cwd: place.path });
  await petvetHere(['report', join(place.path, 'report'), '--format', 'har', '--out', place.path], { cwd: place.path });
  const written = readdirSync(place.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, text: textOf(join(parentPath, name)) }));
  expect(written.some(isOfRequest)).toBe(true);
  expect(
    written
      .filter((file) => !isOfRequest(file))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'badge.svg',
    'conformance.json',
    'ctrf.json',
    'evidence.har',
    'evidence.jsonl',
    'junit.xml',
    'metrics.prom',
    'petvet.sarif',
    'report.html',
    'summary.md',
    'the-job.md',
  ]);
  const [, packed = ''] =
    /id="archive">([^<]+)</.exec(written.find(({ name }) => name === 'report.html')?.text ?? '') ?? [];
  const onDemand = { name: 'report.html, on demand', text: gunzipSync(Buffer.from(packed, 'base64')).toString() };
  expect(onDemand.text).toContain('"answer":"401');
  expect(checked.out).toContain('AUTH-8');

  const forms = KEYS.flatMap(formsOf);
  const told = [
    ...written,
    onDemand,
    ...Object.entries({ ...checked, judged: judged.out }).map(([name, text]) => ({ name, text: `${text}` })),
  ];
  const found = told.flatMap(({ name, text }) =>
    forms
      .filter((form) => text.includes(form))
      .map((form) => `${name}: ${form} in …${text.slice(Math.max(0, text.indexOf(form) - 60)).slice(0, 120)}…`),
  );
  expect(found).toEqual([]);
}, 60_000);
