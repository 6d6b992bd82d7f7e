import { printable } from '../text/printable.ts';
import { numbered } from '../text/counted.ts';
import { renderXml, type XmlElement } from '../text/xml.ts';
import { clientRules } from '../rules/client.ts';
import type { ClientReport } from './client-report.ts';

type RuleResult = ClientReport['rules'][number];

const FAILED: readonly string[] = ['fail'];
const SKIPPED: readonly string[] = ['inconclusive', 'not-exercised'];

/**
 * The verdicts on a client as JUnit XML, for the test reports of CI systems: a test case for each rule. A rule that was not verified
 * is skipped, never passed. A run that was interrupted is an error, so that it is not taken for one without faults.
 */
export function renderClientJunit(report: ClientReport): string {
  const { rules, situations, wasInterrupted, client, startedAt } = report;
  const count = (verdicts: readonly string[]) => rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const errors = wasInterrupted ? 1 : 0;
  const counts = { tests: rules.length + errors, failures: count(FAILED), errors };
  const breaks = report.grease?.verdict === 'breaks';
  const notMet = situations.filter(({ isMet }) => !isMet).length;
  const all = {
    ...counts,
    tests: counts.tests + situations.length,
    failures: counts.failures + Number(breaks),
  };
  return renderXml({
    name: 'testsuites',
    attributes: { name: 'petvet client', ...all, time: (client?.seconds ?? 0).toFixed(3) },
    children: [
      {
        name: 'testsuite',
        attributes: {
          name: 'Client requirements',
          ...counts,
          skipped: count(SKIPPED),
          // Without fractions and zone, in UTC: the form that all consumers read.
          timestamp: startedAt.slice(0, 19),
        },
        children: [propertiesOf(report), ...(wasInterrupted ? [interrupted()] : []), ...rules.map(caseOf)],
      },
      ...(situations.length === 0
        ? []
        : [
            {
              name: 'testsuite',
              attributes: {
                name: 'Situations',
                tests: situations.length,
                failures: Number(breaks),
                errors: 0,
                skipped: notMet,
              },
              children: situations.map((one) => situationCase(one, one.name === 'greased' && breaks)),
            },
          ]),
    ],
  });
}

function propertiesOf({ command, asOf, outcome, requests, petvet }: ClientReport): XmlElement {
  const facts = { client: printable(command), asOf, outcome, requests: requests.length, petvet };
  return {
    name: 'properties',
    children: Object.entries(facts).map(([name, value]) => ({ name: 'property', attributes: { name, value } })),
  };
}

function interrupted(): XmlElement {
  const message = 'interrupted; the report covers what was done';
  return {
    name: 'testcase',
    attributes: { name: 'the run came to its end', classname: 'petvet.client', time: 0 },
    children: [{ name: 'error', attributes: { type: 'aborted', message }, text: message }],
  };
}

function caseOf(rule: RuleResult): XmlElement {
  return {
    name: 'testcase',
    attributes: { name: `${rule.id}: ${clientRules[rule.id].says}`, classname: 'petvet.client', time: 0 },
    children: verdictOf(rule),
  };
}

/** What was observed is no test that can fail; a situation that was not met is skipped, never passed. */
function situationCase(
  { name, says, isMet, observed, runs }: ClientReport['situations'][number],
  hasFailed: boolean,
): XmlElement {
  const time = runs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  return {
    name: 'testcase',
    attributes: { name: `${name}: ${says}`, classname: 'petvet.client.situations', time },
    children: hasFailed
      ? [{ name: 'failure', attributes: { type: 'breaks', message: printable(observed) }, text: printable(observed) }]
      : isMet
        ? [{ name: 'system-out', text: observed }]
        : [{ name: 'skipped', attributes: { type: 'not met', message: observed } }],
  };
}

function verdictOf(rule: RuleResult): XmlElement[] {
  const { id, verdict, expected, actual, requests } = rule;
  const message = printable(rule.says);
  const lines = [
    message,
    ...(expected === undefined ? [] : [`expected: ${printable(expected)}`]),
    ...(actual === undefined ? [] : [`actual: ${printable(actual)}`]),
    ...(requests.length === 0 ? [] : [`shown by ${numbered(requests)}`]),
  ];
  const text = lines.join('\n');
  const fix = `to fix: ${clientRules[id].toFix}`;
  const attributes = { type: verdict, message };
  if (verdict === 'fail') return [{ name: 'failure', attributes, text: `${text}\n${fix}` }];
  if (SKIPPED.includes(verdict)) return [{ name: 'skipped', attributes }];
  // What the format has no place for.
  return [{ name: 'system-out', text: verdict === 'warn' ? `warning: ${text}\n${fix}` : text }];
}
