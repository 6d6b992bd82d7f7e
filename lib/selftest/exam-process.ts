import { examineLines } from './exam-lines.ts';
import { examineOne } from './exam.ts';

await examineLines(examineOne);
