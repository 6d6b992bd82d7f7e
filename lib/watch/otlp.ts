import * as z from 'zod';

const attributeValue = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  arrayValue: z
    .looseObject({ values: z.array(z.looseObject({ stringValue: z.string().optional() })).optional() })
    .optional(),
});
const attributes = z.array(z.looseObject({ key: z.string(), value: attributeValue })).default([]);

/** What a collector's file exporter writes: a line is a request of OTLP/HTTP in JSON. Source: opentelemetry-proto, trace/v1. */
const exported = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }).optional(),
      scopeSpans: z
        .array(
          z.looseObject({
            spans: z
              .array(
                z.looseObject({
                  kind: z.union([z.number(), z.string()]).optional(),
                  startTimeUnixNano: z.union([z.string(), z.number()]),
                  endTimeUnixNano: z.union([z.string(), z.number()]),
                  attributes,
                }),
              )
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
});

/** Spans of a server; a client's span of the same exchange would count it twice. */
const OF_A_SERVER: ReadonlySet<unknown> = new Set([2, 'SPAN_KIND_SERVER']);

/**
 * The spans of a line, each with its attributes as members. Names of before the semantic conventions were stable stand for those of today.
 *
 * @returns undefined where the line is none of OTLP
 */
export function spansOf(line: unknown): Record<string, unknown>[] | undefined {
  const read = exported.safeParse(line);
  if (!read.success) return undefined;
  return read.data.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans
        .filter(({ kind }) => OF_A_SERVER.has(kind))
        .map(({ startTimeUnixNano, endTimeUnixNano, attributes: own }) => ({
          ...membersOf(resource?.attributes ?? []),
          ...withStableNames(membersOf(own)),
          startTimeUnixNano,
          endTimeUnixNano,
        })),
    ),
  );
}

function membersOf(all: z.infer<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(
    all.map(({ key, value: { stringValue, intValue, doubleValue, arrayValue } }) => [
      key,
      stringValue ?? intValue ?? doubleValue ?? arrayValue?.values?.map((one) => one.stringValue ?? '').join(', '),
    ]),
  );
}

/** Since version 1.23 of the conventions; many exporters still write what was before. */
const RENAMED: Readonly<Record<string, string>> = {
  'http.method': 'http.request.method',
  'http.status_code': 'http.response.status_code',
  'http.target': 'url.path',
  'http.user_agent': 'user_agent.original',
};

/** Names of headers had underscores then, where they have hyphens today. */
const HEADER = /^http\.(?:request|response)\.header\./;

function stableName(name: string): string {
  return HEADER.test(name) ? name.replaceAll('_', '-') : (RENAMED[name] ?? name);
}

function withStableNames(members: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(members).map(([name, held]) => [stableName(name), held]);
  return { ...Object.fromEntries(renamed), ...members };
}
