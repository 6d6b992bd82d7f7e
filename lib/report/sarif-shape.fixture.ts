import { z } from 'zod';

/** What of SARIF 2.1.0 a report uses, and nothing else. Source: SARIF 2.1.0, sections 3.13 to 3.58. */
const Message = z.strictObject({ text: z.string().min(1) });
const Text = z.string().min(1);
const Uri = z.string().regex(/^[\w./%-]+$/);
const Headers = z.record(z.string(), z.string());
const BodyText = z.strictObject({ text: z.string() });
const Level = z.enum(['none', 'note', 'warning', 'error']);
const Instant = z.iso.datetime();
const RuleReference = z.strictObject({ id: Text, index: z.int().min(0) });
const Notification = z.strictObject({ level: Level, message: Message, associatedRule: RuleReference.optional() });

const Result = z.strictObject({
  ruleId: Text,
  ruleIndex: z.int().min(0),
  level: Level,
  message: Message,
  locations: z
    .array(
      z.strictObject({
        physicalLocation: z.strictObject({
          artifactLocation: z.strictObject({ uri: Uri }),
          region: z.strictObject({ startLine: z.int().min(1) }),
        }),
        logicalLocations: z
          .array(z.strictObject({ name: Text, fullyQualifiedName: Text, kind: z.literal('function') }))
          .optional(),
      }),
    )
    .length(1),
  partialFingerprints: z.record(z.string(), z.string().regex(/^[\da-f]{64}$/)),
  occurrenceCount: z.int().min(1),
  suppressions: z.array(z.strictObject({ kind: z.literal('external'), justification: Text })).optional(),
  baselineState: z.enum(['new', 'unchanged']).optional(),
  webRequest: z
    .strictObject({ protocol: Text, method: Text, target: Text, headers: Headers, body: BodyText.optional() })
    .optional(),
  webResponse: z
    .strictObject({
      protocol: Text.optional(),
      statusCode: z.int().optional(),
      headers: Headers.optional(),
      body: BodyText.optional(),
      noResponseReceived: z.literal(true).optional(),
      reasonPhrase: z.string().optional(),
    })
    .optional(),
  properties: z.record(z.string(), z.unknown()),
});

/** A document of SARIF as petvet writes it. */
export const SarifDocument = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: Text,
            semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
            rules: z.array(
              z.strictObject({
                id: Text,
                shortDescription: Message,
                help: Message.extend({ markdown: Text }),
                helpUri: z.url().optional(),
                defaultConfiguration: z.strictObject({ level: Level }),
                properties: z.strictObject({ tags: z.array(Text), level: Text }),
              }),
            ),
          }),
        }),
        automationDetails: z.strictObject({ id: Text }),
        invocations: z
          .array(
            z.strictObject({
              executionSuccessful: z.boolean(),
              startTimeUtc: Instant,
              endTimeUtc: Instant,
              toolExecutionNotifications: z.array(Notification),
            }),
          )
          .length(1),
        results: z.array(Result),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        properties: z.record(z.string(), z.unknown()),
      }),
    )
    .length(1),
});
