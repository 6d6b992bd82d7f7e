#!/usr/bin/env node
// Is this a conforming pet adoption service? Written in a day from the interface specification, with nothing but Node 22.
// usage: day-script.mjs BASE_URL KEY [SECOND_KEY] [TODAY]; exit 0: conforming, 1: violating (reasons printed), 2: cannot judge

const [base, key, secondKey, today = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
if (!base || !key || parseInt(process.versions.node) < 22) {
  console.error('usage, with Node 22: day-script.mjs BASE_URL KEY [SECOND_KEY] [TODAY]');
  process.exit(2);
}

const STATUSES = ['available', 'pending', 'sold'];
const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const getIsRemoved = today >= '2030-12-05';
const problems = [];
const expect = (ok, what) => ok || problems.push(what);
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const isInteger = (value) => Number.isInteger(value) || typeof value === 'bigint';
const isPet = (pet) =>
  isInteger(pet?.id) &&
  isInteger(pet.categoryId) &&
  typeof pet.name === 'string' &&
  (pet.status === undefined || STATUSES.includes(pet.status));
const parse = (text) => {
  try {
    return JSON.parse(text, keepInt64);
  } catch {
    return undefined;
  }
};

/** Ids are int64: those that a number cannot hold become a bigint, where Node shows how they are written. */
function keepInt64(_, value, context) {
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source);
  return isLarge ? BigInt(context.source) : value;
}

/** Sends a request, examines what every answer must have, and waits as asked when there are too many. */
async function call(method, path, { auth = `Bearer ${key}`, body, retry = true } = {}) {
  const headers = {
    ...(auth && { authorization: auth }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(base + path, { method, headers, body: sent, redirect: 'manual' });
  const text = await answer.text();
  const { status } = answer;
  const what = `${method} ${path} ${sent?.slice(0, 60) ?? ''} -> ${status}`;
  const [limit, remaining, reset] = HEADERS.map((name) => answer.headers.get(name));
  expect(
    [limit, remaining, reset].every((value) => /^\d+$/.test(value ?? '')),
    `${what}: rate limit headers ${limit}, ${remaining}, ${reset}`,
  );
  expect(Number(remaining) <= Number(limit), `${what}: ${remaining} of ${limit} remain`);
  const away = Number(reset) - Date.now() / 1000;
  expect(away > -120 && away < 86_400 + 120, `${what}: X-RateLimit-Reset ${reset} is ${Math.round(away)} s away`);
  expect(status < 500, `${what}: server error`);
  const json = parse(text);
  if (status === 429) {
    const after = answer.headers.get('retry-after');
    const seconds = /^\d+$/.test(after ?? '') ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
    expect(!Number.isNaN(seconds), `${what}: Retry-After is ${after}`);
    if (retry) {
      await sleep(Math.min(Math.max(seconds || 0, 0), 90) + 1);
      return call(method, path, { auth, body, retry: false });
    }
  } else if (status < 300 || [400, 401, 404].includes(status)) {
    expect(
      /^application\/([\w.-]+\+)?json\b/.test(answer.headers.get('content-type') ?? ''),
      `${what}: content type ${answer.headers.get('content-type')}`,
    );
    expect(json !== undefined, `${what}: the body is no JSON`);
  }
  if ([400, 401, 404].includes(status)) {
    expect(
      typeof json?.code === 'string' && typeof json.message === 'string',
      `${what}: no Error body: ${text.slice(0, 80)}`,
    );
    expect(json?.status === status, `${what}: status in the body is ${json?.status}`);
  }
  return { status, json, limit: Number(limit), remaining: Number(remaining) };
}

async function list(query) {
  const { status, json } = await call('GET', `/pets${query}`);
  expect(
    status === 200 && Array.isArray(json) && json.every(isPet),
    `GET /pets${query}: ${status}, not a list of pets`,
  );
  return Array.isArray(json) ? json.filter((pet) => pet?.id !== undefined) : [];
}

async function examine() {
  // listing
  const all = await list('?limit=100');
  for (const limit of [1, 2, 7, 20, 21, 50, 99, 100]) {
    const page = await list(`?limit=${limit}`);
    expect(page.length <= limit, `limit=${limit}: ${page.length} pets`);
    expect(new Set(page.map(({ id }) => id)).size === page.length, `limit=${limit}: an id occurs twice`);
  }
  expect((await list('')).length <= 20, 'more than 20 pets without limit');
  for (const limit of ['0', '-1', '101', '1000', 'abc', '1.5']) {
    const { status, json } = await call('GET', `/pets?limit=${limit}`);
    expect(
      status === 400 || status === 422 || (status === 200 && json?.length <= 100),
      `limit=${limit}: ${status}, ${json?.length} pets`,
    );
  }
  for (const wanted of STATUSES) {
    for (const limit of [3, 100]) {
      const page = await list(`?status=${wanted}&limit=${limit}`);
      expect(page.length <= limit, `status=${wanted}&limit=${limit}: ${page.length} pets`);
      expect(
        page.every(({ status }) => status === wanted),
        `status=${wanted}&limit=${limit}: another status`,
      );
    }
  }
  const odd = await call('GET', '/pets?status=adopted');
  expect(odd.status === 400 || odd.status === 422 || odd.status === 200, `status=adopted: ${odd.status}`);

  // authentication
  const valid = {
    name: 'Rex',
    categoryId: all.find((pet) => Number.isInteger(pet.categoryId))?.categoryId ?? 1,
    status: 'available',
  };
  const known = all[0]?.id ?? 1;
  const operations = [
    { method: 'GET', path: '/pets' },
    { method: 'POST', path: '/pets', body: valid },
    ...(getIsRemoved ? [] : [{ method: 'GET', path: `/pets/${known}` }]),
  ];
  for (const { method, path, body } of operations) {
    for (const auth of ['', 'Bearer wrong', `Bearer ${key}x`, `Bearer ${key.slice(0, -3)}`, `Basic ${key}`, key]) {
      const { status } = await call(method, path, { auth, body });
      expect(status === 401, `${method} ${path} with a bad key (${auth.replace(key, 'KEY')}): ${status}, not 401`);
    }
  }

  // creating, and reading back
  const mark = `day-${Date.now().toString(36)}`;
  const good = [
    ...STATUSES.map((status, at) => ({ ...valid, name: `${mark} ${at}`, status })),
    { ...valid, name: `${mark} Ünïcødé 🐶` },
    { name: `${mark} bare`, categoryId: valid.categoryId },
  ];
  const ids = new Set(all.map(({ id }) => id));
  const created = await Promise.all(good.map((body) => call('POST', '/pets', { body })));
  for (const [at, { status, json }] of created.entries()) {
    const sent = good[at];
    const same = Object.keys(sent).every((field) => json?.[field] === sent[field]);
    expect(status === 201 && isPet(json) && same, `POST ${JSON.stringify(sent)}: ${status} ${String(json?.name)}`);
    if (json?.id === undefined) continue;
    expect(!ids.has(json.id), `POST: the id ${json.id} is not new`);
    ids.add(json.id);
    if (!getIsRemoved) {
      const got = await call('GET', `/pets/${json.id}`);
      expect(
        got.status === 200 && Object.keys(sent).every((field) => got.json?.[field] === sent[field]),
        `GET /pets/${json.id}: ${got.status}, not what was created`,
      );
    }
    if (sent.status === undefined) continue;
    const page = await list(`?status=${sent.status}&limit=100`);
    expect(
      page.length >= 100 || page.some(({ id }) => id === json.id),
      `created ${json.id} is not listed as ${sent.status}`,
    );
  }
  const own = await call('POST', '/pets', { body: { ...valid, name: `${mark} id`, id: 987_654_321 } });
  expect(own.status !== 201 || own.json?.id !== 987_654_321, 'POST: the id of the client was taken over');

  // invalid bodies
  const wrong = { ...valid, name: `${mark} bad` };
  const bad = [
    {},
    [],
    '',
    'nonsense',
    '{"name":',
    'null',
    '"text"',
    { name: 'x' },
    { categoryId: valid.categoryId },
    { ...valid, name: null },
    { ...valid, name: 12 },
    { ...valid, name: ['x'] },
    { ...wrong, categoryId: null },
    { ...wrong, categoryId: '1' },
    { ...wrong, categoryId: 1.5 },
    { ...wrong, categoryId: true },
    { ...wrong, status: 'adopted' },
    { ...wrong, status: 'AVAILABLE' },
    { ...wrong, status: 1 },
    `{"name":"${mark} bad","categoryId":9223372036854775808}`,
  ];
  for (const body of bad) {
    const { status } = await call('POST', '/pets', { body });
    expect(status === 400, `POST ${JSON.stringify(body)}: ${status}, not 400`);
  }
  expect(!(await list('?limit=100')).some(({ name }) => name === `${mark} bad`), 'a refused pet was stored');

  // getting
  if (getIsRemoved) {
    expect((await call('GET', `/pets/${known}`)).status !== 200, 'getPet still works after its removal');
  } else {
    for (const pet of all.slice(0, 3)) {
      const { status, json } = await call('GET', `/pets/${pet.id}`);
      expect(status === 200 && json?.id === pet.id && json.name === pet.name, `GET /pets/${pet.id}: ${status}`);
    }
    for (const id of ['0', '-1', '999999999999', '9223372036854775807']) {
      if (all.some((pet) => `${pet.id}` === id)) continue;
      expect((await call('GET', `/pets/${id}`)).status === 404, `GET /pets/${id}: not 404`);
    }
    for (const id of ['abc', '1.5', '9223372036854775808'])
      expect((await call('GET', `/pets/${id}`)).status !== 200, `GET /pets/${id}: 200`);
  }
  await examineLimit();
}

/** The limit itself is used up where that takes few requests. */
async function examineLimit() {
  const first = await call('GET', '/pets?limit=1');
  const next = await call('GET', '/pets?limit=1');
  expect([60, 300, 1000, 10_000, 100_000].includes(first.limit), `X-RateLimit-Limit ${first.limit} is no plan's`);
  expect(
    next.remaining < first.remaining || next.remaining >= first.limit - 2,
    `X-RateLimit-Remaining ${first.remaining}, then ${next.remaining}`,
  );
  if (first.limit > 100) return;
  const others = secondKey && (await call('GET', '/pets?limit=1', { auth: `Bearer ${secondKey}` }));
  let last = next;
  for (let sent = 0; last.status !== 429 && sent < first.limit + 3; sent++) {
    const before = last;
    last = await call('GET', '/pets?limit=1', { retry: false });
    expect(last.status !== 429 || before.remaining <= 1, `429 although ${before.remaining} remained`);
  }
  expect(last.status === 429, `no 429 after ${first.limit + 3} requests`);
  if (others) {
    const { status, remaining } = await call('GET', '/pets?limit=1', { auth: `Bearer ${secondKey}`, retry: false });
    expect(
      status === 200 && remaining >= others.remaining - 1,
      `the other caller: ${status}, ${others.remaining}, then ${remaining} remain`,
    );
  }
  expect((await call('GET', '/pets?limit=1')).status === 200, 'not admitted after Retry-After');
}

try {
  await examine();
} catch (error) {
  console.error(`broken off: ${error.message} ${error.cause?.message ?? ''}`);
  if (problems.length === 0) process.exit(2);
}
for (const problem of new Set(problems)) console.log(problem);
console.log(problems.length === 0 ? 'conforming' : `violating: ${problems.length} times, first ${problems[0]}`);
process.exit(problems.length === 0 ? 0 : 1);
