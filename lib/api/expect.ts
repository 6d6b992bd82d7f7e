// The interface of the package: `petvet/expect`, the specification as one total function.
export { describeAllowed, type Expectation, type JudgeKnowledge } from '../expectation/expectation.ts';
export { expect } from '../expectation/expect.ts';
export type { HeaderPair, SentRequest } from '../evidence/exchange.ts';
export type { Knowledge } from '../evidence/knowledge.ts';
export { beforeAnyExchange, knowledgeOf } from './knowledge.ts';
