import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';
import { UNLISTED_AT_A_CAP } from './unlisted-animals.ts';

const UNSOLD = pets(90).filter(({ status }) => status !== 'sold');
const SOLD = pets(9).filter(({ status }) => status === 'sold');
const A = ownPet(1, { status: 'sold' });
const B = ownPet(2, { status: 'pending' });

const all = (...shown: readonly PetJson[]): Step => page('?limit=100', shown);
const sold = (...shown: readonly PetJson[]): Step => page('?status=sold&limit=100', shown);

/** What is said of a created pet that only a filter shows. */
function said(...steps: readonly Step[]) {
  return judged(readBackJudge, [created(A), 'wait', ...steps]);
}

describe('a created pet that a filter shows, and a page of 60 does not', () => {
  const doubtful = [all(...UNSOLD), sold(...SOLD, A)];

  it('is in doubt: the page may be cut just there', () => {
    expect(said(...doubtful)).toMatchObject([
      { verdict: 'inconclusive', fault: UNLISTED_AT_A_CAP, shownBy: [1, 2, 3] },
    ]);
  });

  it('is in no list once the page grows', () => {
    const longer = [all(...UNSOLD, B), sold(...SOLD, A)];
    const steps = [...doubtful, created(B), 'wait' as const, ...longer, 'wait' as const, ...longer];
    expect(said(...steps)).toMatchObject([{ verdict: 'fail', actual: `no pet with id ${A.id}` }]);
  });

  it('is in no doubt where the page lacks another one, too, as a page that is cut does', () => {
    const pending = page('?status=pending&limit=100', [B]);
    expect(said(created(B), pending, 'wait', ...doubtful)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is in no doubt where the page has others of its status, or lacks those of other clients', () => {
    const [other, ...others] = SOLD;
    const rest = UNSOLD.slice(1);
    expect(said(all(...(other ? [other] : []), ...rest), sold(...SOLD, A))).toMatchObject([{ verdict: 'pass' }]);
    const pending = page('?status=pending&limit=100', pets([200], 'pending'));
    expect(said(pending, all(...UNSOLD), sold(...others, A))).toMatchObject([{ verdict: 'pass' }]);
  });
});
