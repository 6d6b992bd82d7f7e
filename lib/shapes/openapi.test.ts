import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.stringify(openApiDocument(), undefined, 1));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('shows the three operations with their documented answers', () => {
  expect(openApiDocument()).toMatchObject({
    security: [{ apiKey: [] }],
    paths: {
      '/pets': {
        get: { operationId: 'listPets', responses: { 200: {}, 401: {}, 429: {} } },
        post: { operationId: 'createPet', requestBody: { required: true }, responses: { 201: {}, 400: {}, 401: {} } },
      },
      '/pets/{petId}': { get: { operationId: 'getPet', deprecated: true, responses: { 200: {}, 401: {}, 404: {} } } },
    },
    components: {
      responses: { TooManyRequests: { headers: { 'Retry-After': {}, 'X-RateLimit-Reset': {} } } },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
  });
});

it('gives limit its bounds and its default', () => {
  expect(openApiDocument()).toHaveProperty('paths./pets.get.parameters.0', {
    in: 'query',
    name: 'limit',
    description: 'Pets on a page',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Pets on a page' },
  });
});

it('calls the ids int64 and gives them no narrower bounds', () => {
  const text = JSON.stringify(openApiDocument());
  expect(openApiDocument()).toHaveProperty('components.schemas.Pet.properties.id', {
    type: 'integer',
    format: 'int64',
    description: 'Unique, assigned by the service',
  });
  expect(openApiDocument()).not.toHaveProperty('components.schemas.Error.properties.status.format');
  expect(text).not.toContain(`${Number.MAX_SAFE_INTEGER}`);
  expect(text).not.toContain('$defs');
});
