import { PLAN_CHOICE, type Stack } from './stacks.ts';

const INTRODUCTION = `# What popular stacks violate

<!-- made by npm run lab -- --write-docs; a test compares -->

Each service below implements the pet adoption interface, twice. **Natural** is as a competent engineer writes it
first, with the stack's own limiter, parser, validation and error responses. **Mended** satisfies petvet: it finds no violation and
verifies every must rule that \`petvet check\` judges, on the plans Free and Business. No fault is planted. The sources are in [lab/](../lab); \`npm run lab\`
starts those whose runtime is installed and checks them again.

Every violation listed here was compared with the text of the specification. "Both" means the plans Free
and Business. A fix may name a rule that is not in the table: petvet found no violation of it but could not verify it either,
or the fix is good practice.`;

/** The page that tells, for each stack, what its natural version violates and the lines that mend it. Markdown. */
export function renderStacks(stacks: readonly Stack[]): string {
  const sorted = stacks.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  return `${[INTRODUCTION, overviewOf(sorted), ...sorted.map(sectionOf)].join('\n\n')}\n`;
}

function overviewOf(stacks: readonly Stack[]): string {
  return tableOf(
    ['stack', 'rules violated out of the box'],
    stacks.map((stack) => {
      const rules = violationsOf(stack).map(({ rule }) => rule);
      const what = rules.length === 0 ? 'nothing' : [...new Set(rules)].join(', ');
      return [`[${stack.title}](#${anchorOf(stack.title)})`, what];
    }),
  );
}

function sectionOf(stack: Stack): string {
  const rows = violationsOf(stack).map(({ rule, because, plans }) => [rule, plans, because]);
  const table = rows.length === 0 ? 'The natural version conforms.' : tableOf(['rule', 'plan', 'reason'], rows);
  const sources = `Sources: [lab/${stack.name}](../lab/${stack.name}).`;
  return [`## ${stack.title}`, sources, table, stack.mending].join('\n\n');
}

/** The violations of the natural version, a row for each rule and reason. */
export function violationsOf({ expected }: Stack): { rule: string; because: string; plans: string }[] {
  const rows = new Map<string, { rule: string; because: string; plans: string }>();
  for (const plan of PLAN_CHOICE)
    for (const { rule, because } of expected.natural[plan].violated) {
      const key = `${rule} ${because}`;
      rows.set(key, { rule, because, plans: rows.has(key) ? 'both' : plan });
    }
  return [...rows.values()];
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The name that the heading of a stack has on the page. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
}
