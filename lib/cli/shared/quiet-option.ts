import { Option } from 'commander';

/** The flag of commands that print verdicts, which leaves out what a log of a passing run does not need. */
export function quietOption(): Option {
  return new Option('-q, --quiet', 'print only violations, the outcome and the exit status').conflicts('verbose');
}
