import * as z from 'zod';
import { attributionRecord, bodyRecord, credentialRecord, knowledgeRecord, runRecord } from './record.ts';

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

/** What a recorder may leave out, or write as null. */
const text = z.string().nullish();
const figure = z.number().nullish();

/** No recorder writes another, but none at all for what was never sent; the last years of Date leave no room for additions. */
function isInstant(written: string): boolean {
  if (written === '') return true;
  const instant = Date.parse(written);
  return instant >= 0 && instant < Date.UTC(3000, 0);
}

const request = z.object({
  method: z.string(),
  url: z.string(),
  headers: headers.default([]),
  // What is in another form than HAR's says nothing.
  queryString: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .default([])
    .catch([]),
  bodySize: figure,
  postData: z.object({ text, encoding: text, _encoding: text }).nullish(),
});

const response = z.looseObject({
  status: z.int(),
  headers: headers.default([]),
  content: z.object({ size: figure, text, encoding: text }).nullish(),
  bodySize: figure,
  _error: text,
  _failureText: text,
});

/** An entry of any recorder: the fields of HAR 1.2 that petvet reads, and whatever marks the recorder adds. */
export const harEntry = z.looseObject({
  startedDateTime: z.string().refine(isInstant, 'is not a date between 1970 and 2999'),
  time: figure,
  request,
  response,
  timings: z.object({ receive: figure }).nullish(),
  cache: z
    .object({ beforeRequest: z.unknown().optional(), afterRequest: z.unknown().optional() })
    .nullish()
    .catch(null),
});

export type HarEntry = z.output<typeof harEntry>;

/** What petvet adds to its own entries; the bodies only where HAR's own fields cannot hold them. */
export const ownAttribution = attributionRecord.extend({
  credential: credentialRecord,
  requestBody: bodyRecord.exactOptional(),
  answerBody: bodyRecord.exactOptional(),
});

/** An entry that petvet wrote. */
export const ownEntry = harEntry.extend({ _petvet: ownAttribution });

export type OwnEntry = z.output<typeof ownEntry>;

/** What petvet adds to its own log. */
export const ownLog = z.object({
  knowledge: knowledgeRecord,
  run: runRecord.exactOptional(),
  broken: z.object({ line: z.int(), why: z.string() }).exactOptional(),
});

/** A HAR document; the entries are read one by one, so that an error can name its entry. */
export const harDocument = z.object({
  log: z.object({
    entries: z.array(z.unknown()),
    creator: z.object({ name: text }).nullish().catch(null),
    _petvet: z.unknown().optional(),
  }),
});
