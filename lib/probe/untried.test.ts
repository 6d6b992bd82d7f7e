import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import { expect as expectation } from '../expectation/expect.ts';
import { VALID } from './credentials.ts';
import { untriedRequests } from './untried.ts';
