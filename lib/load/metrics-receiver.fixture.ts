import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';
import snappy from 'snappyjs';
import { z } from 'zod';

/** What came in: the names of metrics, and for each all its labels with what they were. */
export interface ReceivedMetrics {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly series: readonly {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly last: number;
  }[];
}

/** The messages of Prometheus remote write 1.0 and of OTLP 1 as far as they are read here; fields have the numbers that these have. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message WriteRequest { repeated TimeSeries timeseries = 1; }
  message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; }
  message Label { string name = 1; string value = 2; }
  message Sample { double value = 1; int64 timestamp = 2; }
  message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; } }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; } }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum { repeated NumberDataPoint data_points = 1; }
  message NumberDataPoint { repeated KeyValue attributes = 7; double as_double = 4; sfixed64 as_int = 6; }
  message Histogram { repeated HistogramDataPoint data_points = 1; }
  message HistogramDataPoint { repeated KeyValue attributes = 9; fixed64 count = 4; }
`);

const Written = z.object({
  timeseries: z.array(
    z.object({
      labels: z.array(z.object({ name: z.string(), value: z.string() })),
      samples: z.array(z.object({ value: z.union([z.number(), z.nan()]).default(0) })).min(1),
    }),
  ),
});

const Attributes = z
  .array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().default('') }) }))
  .default([]);
const Points = z.object({
  dataPoints: z.array(
    z.object({
      attributes: Attributes,
      asDouble: z.number().default(0),
      asInt: z.string().default('0'),
      count: z.string().default('0'),
    }),
  ),
});
const Exported = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              gauge: Points.optional(),
              sum: Points.optional(),
              histogram: Points.optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Reads the body of a request of Prometheus remote write. */
function written(body: Uint8Array): ReceivedMetrics['series'] {
  const type = root.lookupType('WriteRequest');
  const request = Written.parse(type.toObject(type.decode(snappy.uncompress(body)), { longs: String }));
  return request.timeseries.map(({ labels, samples }) => {
    const { __name__: name = '', ...others } = Object.fromEntries(
      labels.map(({ name: label, value }) => [label, value]),
    );
    return { name, labels: others, last: samples.at(-1)?.value ?? Number.NaN };
  });
}

/** Reads the body of a request of OTLP over HTTP. */
function exported(body: Uint8Array): ReceivedMetrics['series'] {
  const type = root.lookupType('ExportMetricsServiceRequest');
  const request = Exported.parse(type.toObject(type.decode(body), { longs: String, arrays: true }));
  return request.resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .flatMap(({ name, gauge, sum, histogram }) =>
        [gauge, sum, histogram].flatMap((points) =>
          (points?.dataPoints ?? []).map(({ attributes, asDouble, asInt, count }) => ({
            name,
            labels: Object.fromEntries(
              [...resource.attributes, ...attributes].map(({ key, value }) => [key, value.stringValue]),
            ),
            last: asDouble + Number(asInt) + Number(count),
          })),
        ),
      ),
  );
}

/** A receiver that speaks both protocols as their specifications have them, and keeps what it took. */
export async function startMetricsReceiver(): Promise<
  AsyncDisposable & { readonly url: string; readonly received: readonly ReceivedMetrics[] }
> {
  const received: ReceivedMetrics[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      const isWrite = request.headers['content-encoding'] === 'snappy';
      received.push({ path, headers: request.headers, series: isWrite ? written(body) : exported(body) });
      response.writeHead(isWrite ? 204 : 200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
