import { describe, expect, it } from 'vitest';
import { openApiForSchemathesis } from './schemathesis-document.ts';

describe('the document for Schemathesis', () => {
  const text = openApiForSchemathesis(false);

  it('has the bounds of int64 to the last digit', () => {
    expect(text).toContain('"minimum":-9223372036854775808,"maximum":9223372036854775807');
    expect(text).not.toContain('exactly');
  });

  it('allows what the specification does not forbid', () => {
    const anyJson = { 'application/*+json': expect.anything() };
    expect(JSON.parse(text)).toMatchObject({
      paths: {
        '/pets': {
          get: { responses: { 200: { content: anyJson }, '4XX': {} } },
          post: { responses: { 201: { content: anyJson }, '4XX': {} } },
        },
        '/pets/{petId}': { get: { responses: { 200: { content: anyJson }, '4XX': {} } } },
      },
      components: { responses: { NotFound: { content: anyJson } } },
    });
  });

  it('tells the status that an Error is sent with', () => {
    const own = { schema: { allOf: [expect.anything(), { properties: { status: { const: 404 } } }] } };
    expect(JSON.parse(text)).toMatchObject({
      components: { responses: { NotFound: { content: { 'application/json': own } } } },
    });
  });

  it('has no getPet where that is removed', () => {
    expect(text).toContain('getPet');
    expect(openApiForSchemathesis(true)).not.toContain('getPet');
  });
});
