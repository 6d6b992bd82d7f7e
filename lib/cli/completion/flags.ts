import { Argument, type Command } from 'commander';
import { SHELLS, type Shell } from './words.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Adds `petvet completion` to the program, whose commands it completes. */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices([...SHELLS]))
    .summary('print a shell script that completes commands, options, values and targets')
    .description(
      'Prints a script for a shell. With it, Tab completes commands, options, their values, and the names of targets in .env.',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts');
      terminal.out(completionScript(shell, program));
    });
}

const EXAMPLES = `
Set it up once:
  echo 'eval "$(petvet completion bash)"' >> ~/.bashrc
  echo 'eval "$(petvet completion zsh)"' >> ~/.zshrc      below compinit
  petvet completion fish > ~/.config/fish/completions/petvet.fish`;
