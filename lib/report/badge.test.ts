import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { z } from 'zod';
import { renderBadge } from './badge.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, type ReportParts } from './report.fixture.ts';

const Text = z.object({ '#text': z.string(), '@_x': z.coerce.number(), '@_textLength': z.coerce.number() });
const Rect = z.object({ '@_x': z.coerce.number(), '@_width': z.coerce.number(), '@_fill': z.string() });
const Badge = z.object({
  svg: z.object({
    '@_width': z.coerce.number(),
    title: z.string(),
    g: z.tuple([z.object({ rect: z.array(Rect) }), z.object({ text: z.array(Text) })]),
  }),
});

function read(parts: ReportParts): z.output<typeof Badge>['svg'] {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
  return Badge.parse(parser.parse(renderBadge(aReport(parts)), true)).svg;
}

/** The elements and attributes of a document. */
function namesIn(xml: string): string[] {
  const names: string[] = [];
  const parser = new XMLParser({ ignoreAttributes: false });
  JSON.stringify(parser.parse(xml), (name, value: unknown) => {
    names.push(name);
    return value;
  });
  return names;
}

const fails = (id: 'LIST-2' | 'LIST-3') => ({ id, verdict: 'fail' as const });

describe('renderBadge', () => {
  it('is as wide as its boxes, and each text is within its own', () => {
    const { '@_width': width, g } = read({ outcome: 'violating', rows: [fails('LIST-2')] });
    const [boxes, texts] = [g[0].rect, g[1].text];
    expect(boxes.reduce((sum, box) => sum + box['@_width'], 0)).toBe(width);
    const isWithin = texts.map(({ '@_x': middle, '@_textLength': length }, index) => {
      const { '@_x': left, '@_width': room } = boxes[index] ?? { '@_x': 0, '@_width': 0 };
      return middle - length / 2 >= left + 5 && middle + length / 2 <= left + room - 5;
    });
    expect(isWithin).toEqual([true, true]);
  });

  it('has a colour of its own for each outcome', () => {
    const outcomes = ['conforming', 'incomplete', 'violating', 'aborted'] as const;
    expect(new Set(outcomes.map((outcome) => read({ outcome }).g[0].rect[1]?.['@_fill'])).size).toBe(4);
  });

  it.each(HOSTILE_TEXTS)('is well-formed and small whatever the names are: %s', async (_, text) => {
    const report = aHostileReport(text);
    const svg = renderBadge({ ...report, knowledge: { ...report.knowledge, target: text } });
    const { valid } = await validateXML({ xml: svg, normalization: 'format' });
    expect(valid).toBe(true);
    expect(svg.length).toBeLessThan(4_000);
    expect(namesIn(svg)).toEqual(namesIn(renderBadge(aHostileReport('harmless'))));
  });
});
