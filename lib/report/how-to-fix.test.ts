import { describe, expect, it } from 'vitest';
import { faultOfStatus } from '../judges/finding.ts';
import { aFinding } from '../ledger/ledger.fixture.ts';
import type { CountedFinding } from '../ledger/ledger.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { howToFix } from './again.ts';

const fix = (id: RuleId, ...statuses: readonly number[]) =>
  howToFix({
    id,
    findings: statuses.map((status): CountedFinding => ({
      ...aFinding(id, 'fail', faultOfStatus(status)),
      times: 1,
    })),
  });

describe('how to fix a body that had to be refused with 400', () => {
  it('is told of the status where the service refuses all of them', () => {
    expect(fix('CREATE-6', 422, 422)).toBe(
      'Send 400 instead of 422: change the status where the framework answers errors of validation, in one place for CREATE-5, CREATE-6, CREATE-7.',
    );
    expect(fix('CREATE-7', 500, 422)).toMatch(/^Send 400 instead of 422 and 500: check the body before it is used/);
  });

  it('is told of both where it takes others', () => {
    expect(fix('CREATE-5', 201, 422)).toBe(
      `${rules['CREATE-5'].toFix} Send 400 instead of 422: change the status where the framework answers errors of validation, in one place for CREATE-5, CREATE-6, CREATE-7.`,
    );
  });

  it('is that of the rule otherwise', () => {
    expect(fix('CREATE-6', 201)).toBe(rules['CREATE-6'].toFix);
    expect(fix('AUTH-2', 422)).toBe(rules['AUTH-2'].toFix);
    expect(fix('LIST-5')).toBeUndefined();
  });
});
