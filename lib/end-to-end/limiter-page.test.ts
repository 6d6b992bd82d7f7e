import { describe, expect, it } from 'vitest';
import { renderFindings, renderKinds, renderLog, workedLog } from './limiter-page.fixture.ts';
import { textOf } from '../conventions/sources.fixture.ts';

/** The page that explains how the limiter is judged, by one log. */
const PAGE = textOf('lib/judges/limiter/README.md');

describe('the worked log of the page on the limiter', () => {
  it('is what the reference server answers, and what the judges say of it', async () => {
    const log = await workedLog();
    expect(PAGE).toContain(renderLog(log));
    expect(PAGE).toContain(renderKinds(log));
    expect(PAGE).toContain(renderFindings(log));
  });

  it('reads as the page says where another client uses the key', async () => {
    const log = await workedLog({}, [13, 14]);
    expect(PAGE).toContain(renderKinds(log));
    expect(PAGE).toContain(renderFindings(log));
  });

  it('reads as the page says where the service admits one request too many', async () => {
    const log = await workedLog({ defect: 'one-too-many' });
    expect(PAGE).toContain(renderKinds(log));
    expect(PAGE).toContain(renderFindings(log));
  });
});
