import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aStep } from '../../evidence/load-step.fixture.ts';
import { aSample } from '../../evidence/load-samples.fixture.ts';
import { anXray } from '../limiter.fixture.ts';
import { figuresOf } from '../load-figures.ts';
import { aReport } from '../report.fixture.ts';
import { audit, WIDTHS } from './browser.fixture.ts';
import { opensFiles } from './opening.fixture.ts';
import { writeLoadPage } from './load-render.ts';
import { exchanges } from './many-exchanges.fixture.ts';

const openFile = opensFiles();

describe('the page of a load run', () => {
  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('has no accessibility violation on a %s in %s', async (device, colorScheme) => {
    const samples = Array.from({ length: 300 }, (_, nth) =>
      aSample({ from: 1_795_262_400_000 + nth * 200, status: nth % 50 < 48 ? 200 : 429 }),
    );
    const load = {
      scenario: 'overshoot',
      asks: 'does 429 mean it?',
      figures: figuresOf(samples, []),
      dropped: 3,
      shortfalls: ['3 requests could not be sent in time'],
      knee: 30,
      steps: [
        aStep({ rate: 30, processors: { machine: 0.4, generator: 0.1 } }),
        aStep({ rate: 60, refused: 1, kept: false, because: ['1 refused'] }),
      ],
      alone: [aStep({ rate: 75 })],
      bottleneck: { is: 'service', says: 'it refused requests', generator: { kept: 75 } } as const,
      scalability: 'no saturation shows at these rates',
      k6: 'k6 v1.8.1',
    };
    const directory = await mkdtemp(join(tmpdir(), 'petvet-page-'));
    try {
      const file = await writeLoadPage(
        directory,
        { ...aReport({ xrays: [anXray()] }), ...load },
        samples,
        exchanges(300),
      );
      await using opened = await openFile(file, {
        viewport: { width: WIDTHS[device], height: 900 },
        colorScheme,
      });
      const { page, complaints } = opened;
      await page.evaluate(`for (const one of document.querySelectorAll('details.figures')) one.open = true`);
      const { violations } = await audit(page);
      expect(violations).toEqual([]);
      expect(await page.locator('h1').textContent()).toContain('Conforms, but falls short');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      expect(complaints).toEqual([]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
