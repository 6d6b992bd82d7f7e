import { examineLines } from '../selftest/exam-lines.ts';
import { examineAgain } from './again-exam.ts';

await examineLines(examineAgain);
