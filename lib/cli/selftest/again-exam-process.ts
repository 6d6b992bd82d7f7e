import { tmpdir } from 'node:os';
import { examineAgain, type RunCommand } from '../../exam/again-exam.ts';
import { examineLines } from '../../exam/examine-lines.ts';
import { run } from '../main.ts';

const runHere: RunCommand = async (words, where) => {
  let printed = '';
  const print = (text: string) => {
    printed += text.endsWith('\n') ? text : `${text}\n`;
  };
  const plain = { out: print, err: print, pass: print, colour: false, live: false, width: 120, cwd: tmpdir() };
  return { status: await run(words, { ...plain, ...where }), printed };
};

await examineLines((subject, sitting, interrupt) => examineAgain(subject, sitting, interrupt, runHere));
