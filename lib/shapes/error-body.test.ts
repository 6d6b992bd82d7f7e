import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import { errorFaults } from './error-body.ts';

function json(text: string): ExactJson {
  const reading = parseExactJson(text);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

describe('errorFaults', () => {
  it.each([
    '{"code": "not_found", "message": "no such pet", "status": 404}',
    '{"code": "", "message": "", "status": 404.0}',
    '{"code": "x", "message": "y", "status": 4e2, "details": [{}]}',
  ])('finds nothing in %s', (text) => {
    expect(errorFaults(json(text))).toEqual([]);
  });

  it.each([
    ['{"message": "m", "status": 404}', 'code', 'missing', 'code is missing'],
    ['{"code": "c", "status": 404}', 'message', 'missing', 'message is missing'],
    ['{"code": "c", "message": "m"}', 'status', 'missing', 'status is missing'],
    ['{"code": 404, "message": "m", "status": 404}', 'code', 'type', 'code is the number 404, not a string'],
    ['{"code": "c", "message": null, "status": 404}', 'message', 'type', 'message is null, not a string'],
    ['{"code": "c", "message": "m", "status": "404"}', 'status', 'type', 'status is the string "404", not an integer'],
    ['{"code": "c", "message": "m", "status": 404.5}', 'status', 'type', 'status is the number 404.5, not an integer'],
    ['{"code": "c", "message": "m", "status": null}', 'status', 'type', 'status is null, not an integer'],
    ['[1]', 'error', 'type', 'it is an array, not an object'],
  ])('finds one fault in %s', (text, field, kind, says) => {
    expect(errorFaults(json(text))).toEqual([{ field, kind, says }]);
  });

  it('names all members of an empty object', () => {
    expect(errorFaults({}).map(({ field }) => field)).toEqual(['code', 'message', 'status']);
  });

  it('is total over JSON', () => {
    const total = fc.property(fc.json(), (text) => errorFaults(json(text)).length <= 3);
    expect(fc.check(total)).toMatchObject({ failed: false });
  });
});
