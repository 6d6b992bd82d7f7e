import * as z from 'zod';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import { publishedSchema } from '../shapes/report.ts';

/** How a log writes an instant or a duration. */
const unit = z.enum(['s', 'ms', 'us', 'ns']);
const instant = z.strictObject({ at: z.string(), unit: z.union([unit, z.literal('iso')]) });
const duration = z.strictObject({ at: z.string(), unit });

const members = z.strictObject({
  name: z.string().meta({ description: 'What the format is called where petvet speaks of it.' }),
  begins: instant
    .exactOptional()
    .meta({ description: 'When the request arrived. Two of `begins`, `ends` and `lasts` are needed.' }),
  ends: instant.exactOptional().meta({ description: 'When the response ended.' }),
  lasts: duration.exactOptional().meta({ description: 'How long the exchange took.' }),
  method: z.string().meta({ description: 'GET, POST, …' }),
  target: z.string().meta({ description: 'The path with its query, as it was requested, or a whole address.' }),
  query: z.string().exactOptional().meta({ description: 'The query, where the log keeps it apart from the path.' }),
  status: z.string().meta({ description: 'The status of the response; 0 where there was none.' }),
  headers: z.record(z.string(), z.string()).meta({
    description: 'By the name of a response header: where its value is. Empty, `-` and null say that it was not there.',
  }),
  caller: z
    .array(z.strictObject({ at: z.string(), is: z.enum(['account', 'key', 'authorization']) }))
    .min(1)
    .exactOptional()
    .meta({
      description:
        'Who called: the first of these that a line has. `account`: each has a limit of its own; `key`: a hash of the key; `authorization`: the header itself, of which petvet keeps a hash.',
    }),
  agent: z.string().exactOptional().meta({ description: "The client's User-Agent." }),
  clock: z.string().exactOptional().meta({ description: 'Which instance of the gateway wrote the line.' }),
  leavesOutAbsent: z.literal(true).exactOptional().meta({
    description:
      'A header that is absent has no member: then a line without any does not tell whether headers are logged at all.',
  }),
});

/**
 * Where the lines of an access log hold what petvet reads of them. A place is the name of a member, or the names of nested ones with dots between.
 * `log-mapping.schema.json` beside this file is its JSON Schema.
 */
export const LogMapping = members.refine(
  ({ begins, ends, lasts }) => [begins, ends, lasts].filter((one) => one !== undefined).length > 1,
  'it needs two of begins, ends and lasts',
);

/** The JSON Schema (2020-12) of it. */
export function logMappingJsonSchema(): object {
  return publishedSchema(LogMapping);
}

export type LogMapping = z.infer<typeof LogMapping>;

/** The headers that judges of the limiter need, each where `place` says. */
function headersAt(place: (name: string) => string): Record<string, string> {
  const names = [...Object.values(RATE_LIMIT_HEADERS), RETRY_AFTER, 'Date'];
  return Object.fromEntries(names.map((name) => [name, place(name)]));
}

/** The formats that petvet knows: what it has its own gateways write, and what others write whatever they are told. */
export const KNOWN_MAPPINGS: readonly LogMapping[] = [
  {
    name: 'petvet',
    ends: { at: 'ends', unit: 's' },
    begins: { at: 'begins', unit: 's' },
    lasts: { at: 'seconds', unit: 's' },
    method: 'method',
    target: 'target',
    status: 'status',
    headers: {
      'X-RateLimit-Limit': 'limit',
      'X-RateLimit-Remaining': 'remaining',
      'X-RateLimit-Reset': 'reset',
      'Retry-After': 'retryAfter',
      Date: 'date',
    },
    caller: [
      { at: 'key', is: 'key' },
      { at: 'authorization', is: 'authorization' },
    ],
    agent: 'agent',
    clock: 'clock',
  },
  {
    name: 'Kong',
    begins: { at: 'started_at', unit: 'ms' },
    lasts: { at: 'latencies.request', unit: 'ms' },
    method: 'request.method',
    target: 'request.uri',
    status: 'response.status',
    headers: headersAt((name) => `response.headers.${name}`),
    caller: [{ at: 'consumer.id', is: 'account' }],
    agent: 'request.headers.User-Agent',
    leavesOutAbsent: true,
  },
  {
    name: 'Caddy',
    ends: { at: 'ts', unit: 's' },
    lasts: { at: 'duration', unit: 's' },
    method: 'request.method',
    target: 'request.uri',
    status: 'status',
    headers: headersAt((name) => `resp_headers.${name}`),
    caller: [{ at: 'request.headers.Authorization', is: 'authorization' }],
    agent: 'request.headers.User-Agent',
    leavesOutAbsent: true,
  },
  {
    name: 'Traefik',
    begins: { at: 'StartUTC', unit: 'iso' },
    lasts: { at: 'Duration', unit: 'ns' },
    method: 'RequestMethod',
    target: 'RequestPath',
    status: 'DownstreamStatus',
    headers: headersAt((name) => `downstream_${name}`),
    caller: [{ at: 'request_Authorization', is: 'authorization' }],
    agent: 'request_User-Agent',
    leavesOutAbsent: true,
  },
  {
    name: 'OpenTelemetry',
    begins: { at: 'startTimeUnixNano', unit: 'ns' },
    ends: { at: 'endTimeUnixNano', unit: 'ns' },
    method: 'http.request.method',
    target: 'url.path',
    query: 'url.query',
    status: 'http.response.status_code',
    headers: headersAt((name) => `http.response.header.${name}`),
    caller: [{ at: 'http.request.header.authorization', is: 'authorization' }],
    agent: 'user_agent.original',
    clock: 'service.instance.id',
    leavesOutAbsent: true,
  },
];
