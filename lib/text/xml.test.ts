import { XMLParser } from 'fast-xml-parser';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { z } from 'zod';
import { HOSTILE_TEXTS } from './hostile-texts.fixture.ts';
import { renderXml } from './xml.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  trimValues: false,
  parseTagValue: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1e9, maxExpandedLength: 1e9 },
});
const Read = z.object({ a: z.object({ '@_b': z.string(), '#text': z.string() }) });

function readBack(text: string): { attribute: string; text: string } {
  const { a } = Read.parse(parser.parse(renderXml({ name: 'a', attributes: { b: `${text}.` }, text: `${text}.` })));
  return { attribute: a['@_b'], text: a['#text'] };
}

/** Whether libxml2 takes it. */
async function faultsOf(text: string): Promise<readonly string[]> {
  const xml = renderXml({ name: 'a', attributes: { b: text }, children: [{ name: 'c', text }] });
  const { errors, valid } = await validateXML({ xml, normalization: 'format', maxMemoryPages: 4_096 });
  return valid ? [] : errors.map(({ message }) => message);
}

it.each(HOSTILE_TEXTS)('%s makes a well-formed document', async (_, text) => {
  expect(await faultsOf(text)).toEqual([]);
});

it('keeps what XML can hold, as it is', () => {
  const text = ` <b> & "c" 'd' \t \n ]]> é 日本 🐈 {primary}`;
  expect(readBack(text)).toEqual({ attribute: `${text}.`, text: `${text}.` });
});

it('shows what XML cannot hold by its number', () => {
  const text = 'a\u0000b\u001b[2J\ud800\uffff\u{1fffe}';
  expect(readBack(text).text).toBe(String.raw`a\u{0}b\u{1b}[2J\u{d800}\u{ffff}\u{1fffe}.`);
});

it('gives back any text of printable characters', () => {
  const same = fc.property(fc.string({ unit: 'grapheme' }), (text) => readBack(text).text === `${text}.`);
  expect(fc.check(same, { numRuns: 200 })).toMatchObject({ failed: false });
});

it('nests and indents', () => {
  const xml = renderXml({
    name: 'a',
    children: [
      { name: 'b', attributes: { c: 1 } },
      { name: 'd', text: '' },
    ],
  });
  expect(xml.split('\n').slice(1)).toEqual(['<a>', '  <b c="1"/>', '  <d></d>', '</a>', '']);
});
