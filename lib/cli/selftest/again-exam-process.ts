import { examineLines } from '../../exam/examine-lines.ts';
import { examineAgain } from './again-exam.ts';

await examineLines(examineAgain);
