import { examineLines } from './examine-lines.ts';
import { examineOne } from './exam.ts';

await examineLines(examineOne);
