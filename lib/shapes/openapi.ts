import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import { GET_PET_REMOVAL, SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { PAGE } from '../contract/pets.ts';
import { ErrorBody } from './error-body.ts';
import { Int64, NewPet, Pet, PetStatusShape, Pets } from './pet.ts';

const headers = {
  [RATE_LIMIT_HEADERS.limit]: header('Requests that the caller may make in a window', { minimum: 1 }),
  [RATE_LIMIT_HEADERS.remaining]: header('Requests remaining in the current window', { minimum: 0 }),
  [RATE_LIMIT_HEADERS.reset]: header('When the limit resets, as a Unix time in seconds', { minimum: 0 }),
};
const rateLimitHeaders = Object.fromEntries(
  Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` } as const]),
);

const badRequest = { ...answer('The body lacks required members or has invalid values', ErrorBody), id: 'BadRequest' };
const unauthorized = { ...answer('The key is missing or invalid', ErrorBody), id: 'Unauthorized' };
const notFound = { ...answer('There is no such pet', ErrorBody), id: 'NotFound' };
const tooManyRequests: ZodOpenApiResponseObject = {
  id: 'TooManyRequests',
  description: 'The rate limit is exceeded; the body is not documented',
  headers: {
    ...rateLimitHeaders,
    [RETRY_AFTER]: {
      description: 'How long to wait: seconds, or an HTTP date',
      required: true,
      schema: { type: 'string' },
    },
  },
};

const listPets: ZodOpenApiOperationObject = {
  operationId: 'listPets',
  summary: 'List pets',
  requestParams: {
    query: z.object({
      limit: z.int().min(PAGE.minimum).max(PAGE.maximum).default(PAGE.default).meta({ description: 'Pets on a page' }),
      status: PetStatusShape.optional().meta({ description: 'Only pets of this status' }),
    }),
  },
  responses: {
    200: answer('A page of pets', Pets),
    401: unauthorized,
    429: tooManyRequests,
  },
};

const createPet: ZodOpenApiOperationObject = {
  operationId: 'createPet',
  summary: 'Add a pet',
  requestBody: { required: true, content: { 'application/json': { schema: NewPet } } },
  responses: {
    201: answer('The pet, with the id that it was given', Pet),
    400: badRequest,
    401: unauthorized,
    429: tooManyRequests,
  },
};

const getPet: ZodOpenApiOperationObject = {
  operationId: 'getPet',
  summary: 'Get a pet',
  description: `Removed on ${GET_PET_REMOVAL}. Use listPets with a status instead.`,
  deprecated: true,
  requestParams: { path: z.object({ petId: Int64.meta({ format: 'int64', description: 'The id of the pet' }) }) },
  responses: {
    200: answer('The pet', Pet),
    401: unauthorized,
    404: notFound,
    429: tooManyRequests,
  },
};

/**
 * The interface as an OpenAPI 3.1 document, made from the contract and the shapes; nothing in it goes beyond the
 * specification. The base address is a variable, because the specification gives none.
 */
export function openApiDocument(): object {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Pet adoption service',
        version: SPECIFICATION_VERSION,
        description: 'Pets that are up for adoption: list them, add one, get one.',
      },
      servers: [server('production'), server('staging')],
      security: [{ apiKey: [] }],
      paths: {
        [OPERATIONS.listPets.path]: { get: listPets, post: createPet },
        [OPERATIONS.getPet.path]: { get: getPet },
      },
      components: {
        headers,
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token' },
        },
      },
    },
    { override: withoutInventedFormat },
  );
}

function server(environment: string) {
  return {
    url: 'https://{host}/v1',
    description: `The ${environment} environment`,
    variables: { host: { default: `${environment}.invalid`, description: 'Host, and path before the version' } },
  };
}

function header(description: string, bounds: { minimum: number }) {
  return { description, required: true, schema: { type: 'integer', ...bounds } } as const;
}

function answer(description: string, schema: z.ZodType): ZodOpenApiResponseObject {
  return { description, headers: rateLimitHeaders, content: { 'application/json': { schema } } };
}

/** Every bigint would be called int64, but only those that the specification calls so may be. */
function withoutInventedFormat({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: { format?: string };
}) {
  const declared = z.globalRegistry.get(zodSchema)?.['format'];
  if (zodSchema instanceof z.ZodBigInt && declared === undefined) delete jsonSchema.format;
}
