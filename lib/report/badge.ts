import { sayWhose } from '../evidence/target-name.ts';
import type { Ledger, Outcome } from '../ledger/ledger.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { counted } from '../text/counted.ts';
import { renderXml, type XmlElement } from '../text/xml.ts';
import { isLoad, violatedRules, profileOutcome, toldProfile } from './verdict-words.ts';

const LABEL = 'petvet';
const LABEL_COLOUR = '#444d56';

/** White letters stand out from each of them (WCAG 2, at least 4.5 to 1). */
const COLOURS: Readonly<Record<Outcome, string>> = {
  conforming: '#1a7f37',
  incomplete: '#8a6100',
  violating: '#c62828',
  aborted: '#5f6670',
};

/** Pixels: of the badge, of its letters, and beside each of its texts. */
const HEIGHT = 20;
const LETTERS = 11;
const MARGIN = 6;

/**
 * A run as a badge in SVG, for a README: what petvet says of the service, in two or three words. It loads nothing and
 * runs nothing; the target's name is told to those who hear it or hover over it.
 */
export function renderBadge(report: RunReport): string {
  const { ledger, knowledge, shortfalls = [] } = report;
  const gate = gateView(report);
  const profile = toldProfile(report);
  const isComplete = profile?.isComplete === true;
  // Of a gate the badge tells both: what it decided, and what the service is.
  if (gate !== undefined) {
    const service =
      gate.hasPassed && ledger.outcome === 'violating'
        ? ''
        : `, ${isComplete ? profileOutcome(profile) : wordsOf(ledger)}`;
    const of = printable(knowledge.target, 100);
    return drawBadge({ of, message: `${gate.short}${service}`, look: gate.look });
  }
  const isShort = ledger.outcome === 'conforming' && shortfalls.length > 0;
  const message = isShort
    ? 'falls short'
    : isComplete
      ? profileOutcome(profile)
      : `${wordsOf(ledger)}${ledger.outcome === 'conforming' && isLoad(report) ? ' under load' : ''}`;
  const look = isShort ? 'incomplete' : isComplete ? 'conforming' : ledger.outcome;
  return drawBadge({ of: printable(knowledge.target, 100), message: sayWhose(knowledge.target, message), look });
}

/** What a badge shows. */
export interface BadgeWords {
  /** What it is about: told to those who hear the badge or hover over it. */
  readonly of: string;
  /** What petvet says of that, in a few words. */
  readonly message: string;
  /** The colour. */
  readonly look: Outcome;
}

/** A badge in SVG; its texts are harmless already. */
export function drawBadge({ of, message, look }: BadgeWords): string {
  const [left, right] = [widthOf(LABEL), widthOf(message)];
  const title = `${LABEL}: ${of}: ${message}`;
  return renderXml({
    name: 'svg',
    attributes: {
      xmlns: 'http://www.w3.org/2000/svg',
      width: left + right,
      height: HEIGHT,
      role: 'img',
      'aria-label': title,
    },
    children: [
      { name: 'title', text: title },
      { name: 'clipPath', attributes: { id: 'round' }, children: [box(0, left + right, undefined)] },
      {
        name: 'g',
        attributes: { 'clip-path': 'url(#round)' },
        children: [box(0, left, LABEL_COLOUR), box(left, right, COLOURS[look])],
      },
      {
        name: 'g',
        attributes: {
          fill: '#fff',
          'text-anchor': 'middle',
          'font-family': 'Verdana,DejaVu Sans,Geneva,sans-serif',
          'font-size': LETTERS,
        },
        children: [word(LABEL, 0, left), word(message, left, right)],
      },
    ],
  });
}

function wordsOf(ledger: Ledger): string {
  switch (ledger.outcome) {
    case 'conforming':
      return 'conforms';
    case 'violating': {
      const violated = violatedRules(ledger).length;
      return violated === 0 ? 'falls short' : `${counted(violated, 'rule')} violated`;
    }
    case 'incomplete':
      return 'inconclusive';
    default:
      return 'not judged';
  }
}

function box(x: number, width: number, fill: string | undefined): XmlElement {
  const place = { x, width, height: HEIGHT };
  return { name: 'rect', attributes: fill === undefined ? { ...place, rx: 3 } : { ...place, fill } };
}

/** The length is given, so that the text fits its box whatever font is there. */
function word(text: string, x: number, width: number): XmlElement {
  return {
    name: 'text',
    attributes: { x: x + width / 2, y: 14, textLength: width - 2 * MARGIN, lengthAdjust: 'spacingAndGlyphs' },
    text,
  };
}

/** About as wide as Verdana is. */
function widthOf(text: string): number {
  const narrow = text.match(/[ fijlrt]/g)?.length ?? 0;
  return Math.round((text.length - narrow) * 7.1 + narrow * 4.2) + 2 * MARGIN;
}
