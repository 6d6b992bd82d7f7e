import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import * as z from 'zod';

const Json = z.record(z.string(), z.unknown());

/** What Kubernetes has in its schemas besides the keywords of JSON Schema; it is about merging, not about what is valid. */
const OF_KUBERNETES = [
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
];

/** The definition of a TestRun in k6-operator v1.6.0, as `kubectl apply` takes it: with no field that it does not name. */
const schema = closed(Json.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'testruns-crd.json'), 'utf8'))));

// Kubernetes has patterns for what is a number or a text.
const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(OF_KUBERNETES);
const validate = ajv.compile(schema);

/** What is wrong with a manifest by the schema of the operator; nothing where it is valid. */
export function faultsOfTestRun(manifest: unknown): readonly string[] {
  return validate(manifest) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Lets no field through that a schema does not name; one without names is of Kubernetes' own, as metadata is. */
function closed(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties } = node;
  const isOpen = properties === undefined || 'additionalProperties' in node;
  return {
    ...Object.fromEntries(Object.entries(node).map(([word, value]) => [word, closedIn(word, value)])),
    ...(!isOpen && { additionalProperties: false }),
  };
}

/** The value of a keyword: properties and definitions are schemas by names, items and the like a schema. */
function closedIn(word: string, value: unknown): unknown {
  if (word === 'properties' || word === '$defs')
    return Object.fromEntries(Object.entries(Json.parse(value)).map(([name, one]) => [name, closed(Json.parse(one))]));
  const one = ['items', 'additionalProperties'].includes(word) ? Json.safeParse(value).data : undefined;
  return one === undefined ? value : closed(one);
}
