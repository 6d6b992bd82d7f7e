import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { findBase64 } from './base64-runs.ts';
import { dropPieces, joinRuns, rootLayer, within, type DecodedRun, type Layer } from './decoded-layer.ts';
import { matchesOf, PACKED, remembered, tellingLayers, unitRun } from './telling-runs.ts';
import { base32Undoer } from './undo-base32.ts';
import { undoEscapes, undoPercent, undoQuotedPrintable, undoUtf16, type Undo } from './undo-escapes.ts';

/** Separators between the pairs of digits, or before each of them. */
const BETWEEN_PAIRS = /0x|\\x|[\s:.,_"'|;+/-]+/gi;

function hexUndoer(shortest: number): Undo {
  const spread = new RegExp(`[\\da-f]{2}(?:[\\s:.,_"'|;+/-]{0,4}(?:0x|\\\\x)?[\\da-f]{2}){${shortest - 1},}`, 'i');
  const expression = new RegExp(`[\\da-f]{${2 * shortest},}`, 'gi');
  const tellings = remembered((text) => [0, 1].map((offset) => Buffer.from(text.slice(offset), 'hex')));
  return (layer) => {
    if (!spread.test(layer.text)) return [];
    const dense = dropPieces(layer, undefined, BETWEEN_PAIRS) ?? layer;
    return tellingLayers(dense, 'hex-encoded', 4, matchesOf(dense.text, expression), tellings);
  };
}

function base64Undoer(shortest: number): Undo {
  return (layer) => {
    if (layer.text.length < shortest) return [];
    const dense = /\s/.test(layer.text) ? (dropPieces(layer, undefined, /\s+/g) ?? layer) : layer;
    const runs = findBase64(dense.text, shortest);
    return [0, 1, 2, 3].map((alignment) =>
      joinRuns(
        dense,
        'base64-encoded',
        runs
          .filter(({ start }) => start % 4 === alignment)
          .map((run) => unitRun(run, 0, Buffer.from(run.text, 'base64').toString('latin1'), 6)),
      ),
    );
  };
}

/** Numbers of two or three digits, or of seven or eight binary ones, with anything but letters and digits between them. */
const NUMBERS = /(?<![\w.])(?:0?o|\\)?(?:\d{2,3}|[01]{7,8})(?:[\s,;:|"'.+\\/-]+(?:0?o)?(?:\d{2,3}|[01]{7,8}))+(?!\w)/g;

function characterCodesUndoer(shortest: number): Undo {
  return (layer) => {
    const lists = matchesOf(layer.text, NUMBERS)
      .map(({ start, text }) => ({ start, numbers: matchesOf(text, /\d+/g) }))
      .filter(({ numbers }) => numbers.length >= shortest);
    return [10, 8, 2].map((base) =>
      joinRuns(
        layer,
        'as-character-codes',
        lists.map(({ start, numbers }) => ({
          start,
          decoded: numbers.map(({ text }) => characterOf(text, base)).join(''),
          sourceOf: (from, to) => {
            const last = numbers[to - 1];
            return { start: numbers[from]?.start ?? 0, end: (last?.start ?? 0) + (last?.text.length ?? 0) };
          },
        })),
      ),
    );
  };
}

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '\n';
}

/** No more than this is unpacked. */
const MOST_UNPACKED = 1024 * 1024;

/** Text that was packed and then encoded: a run of the layer that begins like gzip or zlib. */
const undoPacking: Undo = (layer) => {
  const runs: DecodedRun[] = [];
  for (const { index } of layer.text.matchAll(new RegExp(PACKED, 'g'))) {
    if (runs.length >= MOST_PACKED) break;
    const bytes = Buffer.from(layer.text.slice(index, index + MOST_UNPACKED), 'latin1');
    const decoded = unpacked(bytes);
    if (decoded === '') continue;
    const end = layer.text.length - index;
    runs.push({ start: index, decoded, sourceOf: () => ({ start: 0, end }) });
  }
  return [joinRuns(layer, 'compressed', runs)];
};

function mayBePacked({ codings }: Layer): boolean {
  return codings.at(-1) === 'base64-encoded' || codings.at(-1) === 'hex-encoded';
}

/** How many possible starts of packed text are unpacked. */
const MOST_PACKED = 20;

function unpacked(bytes: Buffer): string {
  const options = { maxOutputLength: MOST_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    // gunzip would refuse what follows the packed text.
    const packed = bytes[0] === 0x1f ? bytes.subarray(GZIP_HEAD) : bytes;
    return (bytes[0] === 0x1f ? inflateRawSync(packed, options) : inflateSync(packed, options)).toString('latin1');
  } catch {
    return '';
  }
}

/** The length of gzip's header without optional parts, which hardly anyone writes. Source: RFC 1952, section 2.3. */
const GZIP_HEAD = 10;

/** How many codings are undone one after the other. */
const DEEPEST = 4;

/** How many characters are decoded per character of the text before decoding ends; and how many in total, at most and at least. */
const MOST_WORK_EACH = 24;
const MOST_WORK = 48 * 1024 * 1024;
const LEAST_WORK = 256 * 1024;

/** Everything that a text contains when usual codings are undone: the text itself first, then what one coding hides, then two, and so on. */
export type Decoder = (root: Layer) => Iterable<Layer>;

/**
 * Makes a decoder. Its work is bounded: it grows with the text, and ends at some 48 million decoded characters.
 *
 * @param shortest - runs that decode to fewer characters are skipped
 */
export function createDecoder(shortest: number): Decoder {
  // The cheapest come first, so that they are done before the bound is reached.
  const undoers: readonly Undo[] = [
    undoPercent,
    undoEscapes,
    undoQuotedPrintable,
    undoUtf16,
    hexUndoer(shortest),
    characterCodesUndoer(shortest),
    base64Undoer(shortest),
    undoPacking,
    base32Undoer(shortest),
  ];
  return function* decode(root) {
    let work = Math.min(MOST_WORK, Math.max(LEAST_WORK, root.text.length * MOST_WORK_EACH));
    let layers = [root];
    const undone = remembering();
    yield root;
    for (let depth = 1; depth <= DEEPEST; depth += 1) {
      const next: Layer[] = [];
      for (const layer of layers) {
        for (const undo of undoers) {
          if (undo === undoPacking && !mayBePacked(layer)) continue;
          for (const found of undone(layer.text, undo)) {
            if (found === undefined || found.text.length < shortest) continue;
            work -= found.text.length;
            if (work < 0) return;
            const made = within(layer, found);
            next.push(made);
            yield made;
          }
        }
      }
      layers = next;
    }
  };
}

/** Longer texts are not remembered. */
const LONGEST_REMEMBERED = 65_536;

/** Makes the layers of texts. Several codings lead to the same text in whichever order they are undone: it is searched once. */
function remembering(): (text: string, undo: Undo) => ReturnType<Undo> {
  const known = new Map<string, Map<Undo, ReturnType<Undo>>>();
  return (text, undo) => {
    if (text.length > LONGEST_REMEMBERED) return undo(rootLayer(text));
    const ofText = known.get(text) ?? new Map<Undo, ReturnType<Undo>>();
    if (ofText.size === 0) known.set(text, ofText);
    const made = ofText.get(undo) ?? undo(rootLayer(text));
    ofText.set(undo, made);
    return made;
  };
}
