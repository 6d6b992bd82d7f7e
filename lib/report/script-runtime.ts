/**
 * The part of a script that is the same for every finding. Plain JavaScript for Node 18, as a module or not, with nothing
 * but node:http and node:https, so that targets and headers cross the wire exactly as they stand.
 */
export const SCRIPT_RUNTIME = String.raw`const KEY = process.env.PETVET_API_KEY || '';
const SECOND = process.env.PETVET_SECOND_API_KEY || '';
const SECONDS = 15;
const MOST_BYTES = 8 * 1024 * 1024;
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

const random = () => Math.floor(Math.random() * 36 ** 8).toString(36).padStart(8, '0');
const names = {};
let firstName = '';
const fresh = (name) => (names[name] = names[name] || 'petvet' + random().toUpperCase());
const renamed = (text) => text.replace(new RegExp(PLAN.ownName + '[0-9a-z]{2}', 'gi'), (name) => {
  firstName = firstName || fresh(name);
  return fresh(name);
});
const other = (character) => (/[0-9]/.test(character) ? String((Number(character) + 5) % 10) : character === 'q' ? 'x' : 'q');
const middle = Math.floor((KEY.length - 1) / 2);
const credentials = {
  '{primary}': KEY,
  '{second}': SECOND,
  '{wrong}': 'wrong' + random() + random(),
  '{primary:replaced}': KEY.slice(0, middle) + other(KEY.charAt(middle)) + KEY.slice(middle + 1),
  '{primary:truncated}': KEY.slice(0, Math.max(1, KEY.length - Math.max(2, Math.round(KEY.length / 3)))),
  '{primary:extended}': KEY + 'x7q4',
  '{primary:basic}': Buffer.from(KEY + ':').toString('base64'),
};
const filled = (text) => text.replace(/\{[^{}]*\}/g, (braces) => (braces in credentials ? credentials[braces] : braces));
const hidden = (text) => [KEY, SECOND].filter(Boolean).reduce((rest, key) => rest.split(key).join('***'), text);
const shown = (text) => hidden(text).replace(/[^\n\x20-\x7e]/g, (character) => '\\u{' + character.codePointAt(0).toString(16) + '}');

/** The ids of pets that this script created, by those that the report knows. */
const ids = {};

async function send(step) {
  const base = new URL(process.env.PETVET_BASE_URL);
  const { request } = await import(base.protocol === 'https:' ? 'node:https' : 'node:http');
  const target = filled(step.target).replace(/^(\/pets\/)(-?\d+)/, (all, path, id) => path + (ids[id] || id));
  const body = step.body === undefined ? undefined
    : Buffer.from(renamed(Buffer.from(step.body.text, step.body.encoding).toString('latin1')), 'latin1');
  const chunked = step.headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const headers = [['Host', base.host], ['Connection', 'close'], ['User-Agent', 'petvet-finding'], ...step.headers]
    .concat(body === undefined || chunked ? [] : [['Content-Length', String(body.length)]]);
  return new Promise((resolve, reject) => {
    const options = {
      protocol: base.protocol, host: base.hostname.replace(/^\[|\]$/g, ''), port: base.port || undefined, method: step.method,
      path: base.pathname.replace(/\/$/, '') + target,
      headers: headers.map(([name, value]) => [name, filled(value)]).reduce((flat, pair) => flat.concat(pair), []),
      agent: false, setHost: false,
    };
    const sent = request(options, (answer) => {
      const chunks = [];
      let size = 0;
      const end = () => {
        clearTimeout(timer);
        const pairs = [];
        for (let at = 0; at < answer.rawHeaders.length; at += 2) pairs.push([answer.rawHeaders[at], answer.rawHeaders[at + 1]]);
        resolve({ status: answer.statusCode, headers: pairs, text: Buffer.concat(chunks).toString('utf8') });
      };
      answer.on('data', (chunk) => {
        size += chunk.length;
        if (size <= MOST_BYTES) chunks.push(chunk);
        else sent.destroy(new Error('the body is too long'));
      });
      answer.on('end', end);
      answer.on('error', reject);
    });
    const timer = setTimeout(() => sent.destroy(new Error('no response within ' + SECONDS + ' s')), SECONDS * 1000);
    sent.on('error', (error) => { clearTimeout(timer); reject(error); });
    const piece = chunked && body !== undefined ? Math.ceil(body.length / 3) : 0;
    for (let at = 0; piece > 0 && at < body.length; at += piece) sent.write(body.subarray(at, at + piece));
    sent.end(piece > 0 ? undefined : body);
  });
}

const header = (answer, name) => {
  const found = answer.headers.find(([present]) => present.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : found[1];
};
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Every value of a member as it is spelled in the text: numbers keep their digits. */
const spelled = (text, name) => [...text.matchAll(new RegExp('"' + name + '"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)', 'g'))].map((match) => match[1]);
const isInt64 = (literal) => {
  if (!/^-?\d+$/.test(literal)) return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(literal) && Number.isInteger(Number(literal));
  return BigInt(literal) >= -(2n ** 63n) && BigInt(literal) <= 2n ** 63n - 1n;
};
const petFault = (pet) => {
  if (!isObject(pet)) return 'a pet is not an object';
  if (typeof pet.name !== 'string') return 'name is not a string';
  if (!('id' in pet) || !('categoryId' in pet)) return 'id or categoryId is missing';
  const known = pet.status === undefined || pet.status === null || ['available', 'pending', 'sold'].includes(pet.status);
  return known ? undefined : 'status is ' + JSON.stringify(pet.status);
};

/** What about an answer is not as demanded, or undefined. */
function faultOf(demand, answer) {
  const json = () => JSON.parse(answer.text);
  switch (demand.kind) {
    case 'status':
      return demand.allowed.some((one) => one === answer.status || one === Math.floor(answer.status / 100) + 'xx')
        ? undefined : 'the status is ' + answer.status;
    case 'headers': {
      const missing = demand.names.filter((name) => header(answer, name) === undefined);
      return missing.length === 0 ? undefined : 'no ' + missing.join(', no ');
    }
    case 'header-like': {
      const value = header(answer, demand.name);
      return value !== undefined && new RegExp(demand.pattern, 'i').test(value) ? undefined : demand.name + ' is ' + value;
    }
    case 'rate-sense': {
      const [limit, remaining, reset] = LIMIT_HEADERS.map((name) => header(answer, name));
      const now = Date.now() / 1000;
      if (limit !== undefined && !(/^\d+/.test(limit) && parseInt(limit, 10) >= 1)) return 'Limit is ' + limit;
      if (remaining !== undefined && !/^\d+(\.0+)?$/.test(remaining)) return 'Remaining is ' + remaining;
      if (limit !== undefined && Number(remaining) > parseInt(limit, 10)) return 'Remaining is more than Limit: ' + remaining;
      const isInstant = /^\d+(\.\d+)?$/.test(reset || '0') && Number(reset) > now - 300 && Number(reset) < now + 86400 + 300;
      return reset === undefined || isInstant ? undefined : 'Reset is ' + reset;
    }
    case 'json': {
      json();
      const type = header(answer, 'content-type');
      return type === undefined || /^[^;]*json/i.test(type) ? undefined : 'the media type is ' + type;
    }
    case 'shape': {
      const value = json();
      if (demand.of === 'Pet') return petFault(value);
      if (demand.of === 'Pets') {
        if (!Array.isArray(value)) return 'the body is not an array';
        return value.map(petFault).find((one) => one !== undefined);
      }
      const isError = isObject(value) && typeof value.code === 'string' && typeof value.message === 'string' && Number.isInteger(value.status);
      return isError ? undefined : 'the body is not an Error with code, message and status';
    }
    case 'error-status':
      return json().status === answer.status ? undefined : 'status in the body is ' + JSON.stringify(json().status);
    case 'at-most': {
      const items = json();
      return !Array.isArray(items) || items.length <= demand.items ? undefined : items.length + ' items';
    }
    case 'every-status': {
      const stranger = json().find((pet) => pet.status !== demand.status);
      return stranger === undefined ? undefined : 'a pet with status ' + JSON.stringify(stranger.status);
    }
    case 'unique-ids': {
      const ids = spelled(answer.text, 'id');
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      return twice === undefined ? undefined : 'id ' + twice + ' stands there twice';
    }
    case 'integers': {
      json();
      const wrong = ['id', 'categoryId'].map((name) => spelled(answer.text, name).find((one) => !isInt64(one))).find(Boolean);
      return wrong === undefined ? undefined : wrong + ' is not an integer within int64';
    }
    case 'member': {
      const [literal] = spelled(answer.text, demand.name);
      const wanted = renamed(demand.literal);
      const same = literal === wanted || (literal !== undefined && /^"/.test(wanted) && JSON.parse(literal) === JSON.parse(wanted));
      return same ? undefined : demand.name + ' came back as ' + literal;
    }
    case 'other-id':
      return spelled(answer.text, 'id')[0] === demand.than ? 'id ' + demand.than + ' was taken over' : undefined;
    case 'same-id': {
      const [id] = spelled(answer.text, 'id');
      return id === (ids[demand.as] || demand.as) ? undefined : 'it is the pet with id ' + id;
    }
    case 'no-key':
      return [KEY, SECOND].filter(Boolean).some((key) => (JSON.stringify(answer.headers) + answer.text).includes(key))
        ? 'the key stands in the response' : undefined;
    case 'no-such-animal':
      return firstName !== '' && answer.text.includes(firstName) ? 'the pet that was rejected is shown' : undefined;
    default:
      return undefined;
  }
}

/** Why a response that is as demanded could not have shown the violation, or undefined. */
function whyNotTelling(demand, answer) {
  const value = ['json', 'status'].includes(demand.kind) ? undefined : (() => { try { return JSON.parse(answer.text); } catch { return undefined; } })();
  if (!Array.isArray(value)) return undefined;
  if (demand.kind === 'at-most') return value.length < demand.items ? 'only ' + value.length + ' pets are shown' : undefined;
  const least = { 'every-status': 1, integers: 1, shape: 1, 'unique-ids': 2 }[demand.kind] || 0;
  return value.length < least ? 'only ' + value.length + ' pets are shown' : undefined;
}

/** 'violated', 'satisfied', 'compare' (nothing is demanded of it) or 'unknown', each with why. */
function verdictOn(step, answer) {
  if (step.demands.length === 0) return ['compare', ''];
  if (answer.status === 429 && step.recorded !== 429) return ['unknown', 'the limit is used up; wait and run it again'];
  if (answer.status !== step.recorded && !step.demands.some(({ kind }) => kind === 'status'))
    return ['unknown', 'the status was ' + step.recorded + ' and is ' + answer.status + ' now, which says nothing of the rest'];
  for (const demand of step.demands) {
    let fault;
    try {
      fault = faultOf(demand, answer);
    } catch {
      fault = 'the body is not JSON of the documented shape';
    }
    if (fault !== undefined) return ['violated', fault];
  }
  const why = step.demands.map((demand) => whyNotTelling(demand, answer)).find((one) => one !== undefined);
  return why === undefined ? ['satisfied', ''] : ['unknown', why];
}

async function main() {
  if (KEY === '') {
    console.error('PETVET_API_KEY must hold the API key of the service.');
    return 2;
  }
  if (!process.env.PETVET_BASE_URL) {
    console.error('PETVET_BASE_URL must hold the base address to send to; the report names ' + shown(PLAN.baseUrl));
    return 2;
  }
  console.log(PLAN.rule + ': ' + shown(PLAN.says));
  console.log('Found then: ' + shown(PLAN.found));
  const verdicts = [];
  for (const step of PLAN.steps) {
    console.log('\n' + step.method + ' ' + shown(step.target.slice(0, 300)));
    console.log('  expected   ' + step.allowed.join(', '));
    for (const demand of step.demands) console.log('             ' + shown(JSON.stringify(demand)));
    const answer = await send(step);
    const [id] = spelled(answer.text, 'id');
    if (step.created !== undefined && id !== undefined) ids[step.created] = id;
    const [verdict, why] = verdictOn(step, answer);
    console.log('  actual     ' + answer.status + (step.recorded === null ? '' : ' (then ' + step.recorded + ')'));
    for (const [name, value] of answer.headers) {
      if (/^(content-type|www-authenticate|retry-after|x-ratelimit-|deprecation|sunset)/i.test(name)) console.log('             ' + shown(name + ': ' + value));
    }
    console.log('             ' + shown(answer.text.slice(0, 1000)) + (answer.text.length > 1000 ? ' ...' : ''));
    if (verdict !== 'compare') console.log('  verdict    ' + verdict + (why === '' ? '' : ': ' + shown(why)));
    verdicts.push(verdict);
  }
  console.log('');
  if (verdicts.includes('violated')) console.log('Violated again.');
  else if (verdicts.includes('unknown')) console.log('Cannot tell: see above.');
  else if (verdicts.includes('satisfied')) console.log('These responses are as required now.');
  else console.log('Cannot tell: the rule is about several responses together. Compare them by hand, or run petvet replay.');
  return verdicts.includes('violated') ? 1 : verdicts.includes('unknown') || !verdicts.includes('satisfied') ? 2 : 0;
}

main().then(
  (status) => { process.exitCode = status; },
  (error) => {
    console.error('Cannot tell: ' + shown(String(error && error.message)));
    process.exitCode = 2;
  },
);
`;
