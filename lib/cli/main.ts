import { Command, CommanderError, Help, type Option } from 'commander';
import { InterruptedError, UsageError } from '../errors.ts';
import { endProcess } from '../files/end-process.ts';
import { optimizeLate } from '../run/optimize-late.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { commandMeant, readAsked, type Question } from './asked.ts';
import { addBaseline } from './baseline/flags.ts';
import { addCertify } from './certify/flags.ts';
import { addDispute } from './dispute/flags.ts';
import { addCheck } from './check/flags.ts';
import { addClient } from './client/flags.ts';
import { refuseContradictions } from './contradicting-flags.ts';
import { EXIT } from '../gate/exit.ts';
import { flowing, processTerminal, type ProcessTerminal, type Terminal } from './shared/terminal.ts';
import { foreseen } from './shared/foreseen.ts';
import { addInit } from './init/flags.ts';
import { addJudge } from './judge/flags.ts';
import { addPair } from './pair/flags.ts';
import { addPlan } from './plan/flags.ts';
import { addCompletion } from './completion/flags.ts';
import { addDoctor } from './doctor/flags.ts';
import { addDiff } from './diff/flags.ts';
import { addLoad } from './load/flags.ts';
import { addReplay } from './replay/flags.ts';
import { addReport } from './report/flags.ts';
import { addRules } from './rules/flags.ts';
import { addSelftest } from './selftest/flags.ts';
import { addServe } from './serve/flags.ts';
import { addSubmit } from './submit/flags.ts';
import { addVerify } from './verify/flags.ts';
import { addWatch } from './watch/flags.ts';
import { withMeantOption } from './meant-option.ts';
import { narrowHelp } from './narrow-help.ts';
import { printable } from '../text/printable.ts';
import { asStarted } from './shared/petvet-in.ts';

/** What ends a program from outside: Ctrl-C, `kill`, a terminal that closes, Ctrl-\\. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** npm passes on a Ctrl-C that the terminal has sent already: within this time, a second signal is the same one. In milliseconds. */
const SAME_SIGNAL = 500;

/** The program of this process: reads the arguments, runs a command, and leaves its exit status. */
export async function main(args: readonly string[]): Promise<void> {
  const interrupt = new AbortController();
  const terminal = processTerminal(interrupt.signal);
  let interruptedAt: number | undefined;
  for (const signal of ENDING) {
    process.on(signal, () => {
      if (interruptedAt !== undefined && performance.now() - interruptedAt > SAME_SIGNAL)
        process.exit(EXIT.interrupted);
      if (interruptedAt !== undefined) return;
      interruptedAt = performance.now();
      terminal.err(`\n${stopping(args)} Press Ctrl-C again to quit now.\n`);
      interrupt.abort();
    });
  }
  const leave = async (error: unknown) => {
    terminal.err(`${await explain(error, terminal)}\n`);
    process.exit(EXIT.cannotJudge);
  };
  process.on('uncaughtException', (error) => void leave(error));
  process.on('unhandledRejection', (error) => void leave(error));
  if (args[0] === 'check') optimizeLate();
  const status = await run(args, terminal);
  // A stream tells of its failure after the write.
  await new Promise((told) => setImmediate(told));
  endProcess(statusAfter(status, args, terminal));
}

const plainHelp = new Help();

/** A command in the list of commands: short, so that there is room beside it for what it does. */
function termOf(command: Command): string {
  return plainHelp.subcommandTerm(command).replace(/ \[(?:options|\w+\.\.\.)\]/g, '');
}

/** What a command says of an option: words to type stand without quotes, and no default where an option may be given several times. */
function describedOption(option: Option): string {
  const said = plainHelp.optionDescription(option).replace(/ ?\(default: \[\]\)$/, '');
  return said.replace(/\(choices: ([^()]*)\)$/, (_, choices: string) => {
    const words = choices.replaceAll('"', '');
    return `(${words.includes(',') ? 'one of ' : ''}${words})`;
  });
}

/** Commands that have evidence of what they did by then. */
const GATHERING = ['certify', 'check', 'diff', 'load', 'watch'];

function stopping([command = '']: readonly string[]): string {
  return GATHERING.includes(command) ? 'Stopping: what was done is judged and written.' : 'Stopping.';
}

/** Commands whose exit status 0 says that something was printed. */
const PRINTING = ['baseline', 'completion', 'doctor', 'report', 'rules'];

/** The exit status of a command whose output may not have been written. */
function statusAfter(status: number, [command = '']: readonly string[], terminal: ProcessTerminal): number {
  const lost = terminal.lost();
  if (lost === undefined) return status;
  terminal.err(`petvet: standard output cannot be written: ${lost}\n`);
  return status === EXIT.conforms && PRINTING.includes(command) ? EXIT.cannotJudge : status;
}

/**
 * Runs one command line.
 *
 * @returns the exit status; nothing is thrown for what a user or a service may do
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status: number = EXIT.conforms;
  let said = '';
  const finish = (reached: number) => {
    status = reached;
  };
  const program = new Command('petvet')
    .description('Tests a running pet adoption service against its interface specification, from outside.')
    .version(PETVET_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError()
    .showHelpAfterError('  `petvet --help` lists the commands')
    .configureHelp({
      optionDescription: describedOption,
      subcommandTerm: termOf,
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(narrowHelp(text)),
      // What is repeated of a command line may be a key that was typed in a wrong place.
      writeErr: (text) => {
        said += text;
      },
      outputError: (text, write) => write(withMeantOption(text, program)),
    });
  program.commandsGroup('First steps:');
  addInit(program, terminal);
  addDoctor(program, terminal, finish);
  addServe(program, terminal, finish);
  addCompletion(program, terminal);
  program.commandsGroup('Test a service:');
  addCheck(program, terminal, finish);
  addPlan(program, terminal);
  addJudge(program, terminal, finish);
  addLoad(program, terminal, finish);
  addWatch(program, terminal, finish);
  program.commandsGroup('Test a client:');
  addClient(program, terminal, finish);
  addPair(program, terminal, finish);
  program.commandsGroup('After a run:');
  addReplay(program, terminal, finish);
  addReport(program, terminal);
  addDiff(program, terminal, finish);
  addBaseline(program, terminal);
  addDispute(program, terminal, finish);
  addSubmit(program, terminal, finish);
  program.commandsGroup('Certificates:');
  addCertify(program, terminal, finish);
  addVerify(program, terminal, finish);
  program.commandsGroup('About petvet:');
  addRules(program, terminal);
  addSelftest(program, terminal, finish);
  program.helpCommand('help [command]', 'print the options, examples and exit statuses of a command');
  for (const command of program.commands) settle(command, program);
  const { words, question } = readAsked(args, program);
  try {
    if (/^https?:\/\//i.test(words[0] ?? ''))
      throw new UsageError(
        'an address is not a command',
        '`petvet check --base-url ADDRESS` tests the service there; its key comes from PETVET_API_KEY',
      );
    if (question === undefined) await program.parseAsync(words, { from: 'user' });
    else answer(question, await commandMeant(program, words), terminal);
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (said !== '') terminal.err(asStarted(printableText((await redaction(terminal))(said)), terminal.petvet));
      return error.exitCode === 0 ? EXIT.conforms : EXIT.cannotJudge;
    }
    terminal.err(`${await explain(error, terminal)}\n`);
    return error instanceof InterruptedError ? EXIT.interrupted : EXIT.cannotJudge;
  }
}

/** Gives a command, and those below it, what all have; each error names the help to read. */
function settle(command: Command, parent: Command, path = `petvet ${command.name()}`): void {
  command.copyInheritedSettings(parent);
  command.showHelpAfterError(`  see \`${path} --help\``);
  command.configureOutput({ outputError: (text, write) => write(withMeantOption(text, command)) });
  // `petvet help baseline` and `petvet baseline help` are read before any command is.
  command.helpCommand(false);
  refuseContradictions(command);
  for (const below of command.commands) settle(below, command, `${path} ${below.name()}`);
}

const EXAMPLES = `
Examples:
  petvet check     test the reference server: see what a report looks like
  petvet init      write the settings of your service
  petvet doctor    is everything ready?
  petvet check --target staging --require-complete`;

function answer(question: Question, command: Command, terminal: Terminal): void {
  if (question === 'version') terminal.out(PETVET_VERSION);
  else command.outputHelp();
}

/** What an error repeats of a command line, of a path or of a response: harmless, and its own lines stay. */
function printableText(text: string): string {
  return text.replace(/[^\n]+/g, (line) => printable(line, Infinity));
}

/** Where it cannot be told what is secret, nothing is repeated. */
const SAYING_NOTHING = { createRedaction: () => () => '(its message is left out: it may hold a secret)' };

/** What takes the secrets of every target out of a text that may hold anything. Few command lines need it, and it takes its time to load. */
async function redaction({ cwd, environment }: Terminal): Promise<(text: string) => string> {
  const { createRedaction } = await import('./shared/redacted.ts').catch(() => SAYING_NOTHING);
  return createRedaction(cwd, environment);
}

/** One clear sentence; the stack of a fault of petvet's own is for PETVET_DEBUG. */
async function explain(error: unknown, terminal: Terminal): Promise<string> {
  const { environment } = terminal;
  const redact = await redaction(terminal);
  const redacted = (text: string) => printableText(redact(text));
  const told = foreseen(error);
  if (told !== undefined) {
    const sentences = `petvet: ${asStarted(redacted(told.says), terminal.petvet)}`
      .split('\n')
      .map((sentence) => flowing(sentence, terminal));
    return [...sentences, flowing(asStarted(redacted(told.hint), terminal.petvet), terminal, 2)].join('\n');
  }
  if (!(error instanceof Error)) return `petvet: ${redacted(String(error))}`;
  const stack = environment['PETVET_DEBUG'] === undefined ? '' : `\n${redacted(error.stack ?? '')}`;
  return `petvet itself failed: ${redacted(error.message)}. Please report it; PETVET_DEBUG=1 shows where.${stack}`;
}
