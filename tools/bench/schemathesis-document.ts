import { z } from 'zod';
import { OPERATIONS } from '../../lib/contract/operations.ts';
import { INT64 } from '../../lib/contract/pets.ts';
import { openApiDocument } from '../../lib/shapes/openapi.ts';

const Media = z.looseObject({ schema: z.unknown() });
const Response = z.looseObject({ content: z.object({ 'application/json': Media }).optional() });
type Response = z.infer<typeof Response>;
const Operation = z.looseObject({ responses: z.record(z.string(), Response) });
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ responses: z.record(z.string(), Response) }),
});

/** The errors whose body is documented, by the names of their answers in the document. */
const STATUSES: Readonly<Record<string, number>> = { BadRequest: 400, Unauthorized: 401, NotFound: 404 };

/** What the specification does not rule out. */
const OTHER_REFUSALS = { description: 'A refusal that is not documented' };

/**
 * The OpenAPI document as JSON text, with what helps a tool that knows nothing else: undocumented answers of 400 to 499 are
 * allowed, and so is every JSON media type; int64 has its bounds, and an Error the status that it is sent with.
 *
 * @param isRemoved - whether getPet is gone at the day of the service; it is left out then
 */
export function openApiForSchemathesis(isRemoved: boolean): string {
  const { paths, components, ...rest } = Document.parse(openApiDocument());
  const kept = Object.entries(paths).filter(([path]) => !isRemoved || path !== OPERATIONS.getPet.path);
  const lenient = kept.map(([path, operations]) => [path, mapped(operations, withOtherRefusals)]);
  const responses = mapped(components.responses, (response, name) => withEveryJson(withStatus(response, name)));
  const document = {
    ...rest,
    paths: Object.fromEntries(lenient),
    components: { ...components, responses },
  };
  return JSON.stringify(document, withBounds).replaceAll(/"exactly (-?\d+)"/g, '$1');
}

function withOtherRefusals(operation: z.infer<typeof Operation>) {
  return { ...operation, responses: { ...mapped(operation.responses, withEveryJson), '4XX': OTHER_REFUSALS } };
}

function withEveryJson({ content, ...response }: Response) {
  if (content === undefined) return response;
  const json = content['application/json'];
  return { ...response, content: { 'application/json': json, 'application/*+json': json } };
}

function withStatus(response: Response, name: string): Response {
  const status = STATUSES[name];
  if (status === undefined || response.content === undefined) return response;
  const { schema } = response.content['application/json'];
  const exact = { allOf: [schema, { properties: { status: { const: status } } }] };
  return { ...response, content: { 'application/json': { schema: exact } } };
}

/** A double cannot hold the bounds of int64, so they are put into the text. */
function withBounds(_: string, value: unknown): unknown {
  const { success, data } = z.looseObject({ format: z.literal('int64') }).safeParse(value);
  if (!success) return value;
  return { ...data, minimum: `exactly ${INT64.minimum}`, maximum: `exactly ${INT64.maximum}` };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, map: (value: From, key: string) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
