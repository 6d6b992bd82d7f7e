import type { Hooks } from '../hooks.ts';
import { reading, textOf } from './creating.ts';
import type { Defect } from './defect.ts';

/** Reads another text than the one that was sent. */
function readingBody(change: (text: string) => string): Hooks {
  return { readNewPet: (core, body) => core(body && new TextEncoder().encode(change(textOf(body)))) };
}

function naming(change: (name: string) => string): Hooks {
  return reading((newPet) => ({ ...newPet, name: change(newPet.name) }));
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What becomes of the characters of a name. */
export const createAlteredNameDefects: Readonly<Record<string, Defect>> = {
  'name-lower-case': {
    says: 'names are stored in small letters',
    breaks: ['CREATE-2'],
    ...naming((name) => name.toLowerCase()),
  },
  'name-capitalised': {
    says: 'names are stored with a capital first',
    breaks: ['CREATE-2'],
    ...naming((name) => name.charAt(0).toUpperCase() + name.slice(1)),
  },
  'name-as-format': {
    says: 'names are treated as printf formats, without arguments',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/%\d*d/g, '0')),
  },
  'name-line-break-read': {
    says: 'a backslash and an n in a name become a line break',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll(String.raw`\n`, '\n')),
  },
  'name-escape-kept': {
    says: 'an escape of four digits in a name is kept as it is written',
    breaks: ['CREATE-2'],
    ...readingBody((text) => text.replace(/\\(?=u00[2-7])/g, String.raw`\\`)),
  },
  'name-escaped-pair-lost': {
    says: 'a character that is written as two escapes becomes two replacement characters',
    breaks: ['CREATE-2'],
    ...readingBody((text) => text.replace(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, String.raw`\ufffd\ufffd`)),
  },
  'name-html-escaped': {
    says: 'names are escaped for HTML before they are stored',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[&<>"']/g, (character) => HTML[character] ?? '')),
  },
  'name-without-tags': {
    says: 'what looks like HTML is taken out of names',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/<[^>]*>?/g, '')),
  },
  'name-url-decoded': {
    says: 'names are treated as URL-encoded where a strict decoder can read them so',
    breaks: ['CREATE-2'],
    ...naming((name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }),
  },
  'name-quotes-doubled': {
    says: 'quotation marks in names are doubled, as if for SQL',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll("'", "''")),
  },
  'name-without-commas': {
    says: 'commas in names become blanks, as if for a table of commas',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll(',', ' ')),
  },
  'name-in-a-replacement': {
    says: 'names take the place of a pattern, and `$&` in them that of what was replaced',
    breaks: ['CREATE-2'],
    ...naming((name) => '#'.replace('#', name)),
  },
  'name-without-marks': {
    says: 'the marks of Markdown and of search terms are taken out of names',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[*|~^]/g, '')),
  },
  'name-ends-at-nul': {
    says: 'names end at a NUL, as texts of C do',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/\0.*$/s, '')),
  },
  'name-ends-at-line-feed': {
    says: 'names end at a line feed, as in a store of lines',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/\n.*$/s, '')),
  },
  'name-breaks-escaped': {
    says: 'tabs and line feeds in names are stored as the escapes that JSON has for them',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll('\t', String.raw`\t`).replaceAll('\n', String.raw`\n`)),
  },
  'name-latin1': {
    says: 'letters that latin1 lacks become question marks',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[\u{100}-\u{10ffff}]/gu, '?')),
  },
  'name-basic-plane': {
    says: 'characters beyond the basic plane are lost, as in a column of three-byte UTF-8',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  },
  'name-without-accents': {
    says: 'accents are taken off letters',
    breaks: ['CREATE-2'],
    ...naming((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  'name-without-rare-letters': {
    says: 'letters beyond the first two planes of Unicode are lost, as where a font decides what a name may have',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[\u{20000}-\u{10ffff}]/gu, '')),
  },
  'name-emoji-simplified': {
    says: 'emoji lose what says how they look: the colour of skin, and that they are pictures at all',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[\u{1f3fb}-\u{1f3ff}]|\ufe0f/gu, '')),
  },
  'name-spelled-in-two-letters': {
    says: 'a letter that has a spelling of two letters gets it, as for a search',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll('ß', 'ss').replaceAll('æ', 'ae').replaceAll('œ', 'oe')),
  },
  'name-with-plain-quotes': {
    says: 'quotation marks and dashes of typography become those of ASCII',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')),
  },
  'name-without-brackets': {
    says: 'square brackets are taken out of names',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replace(/[[\]]/g, '')),
  },
  'name-with-emoji-by-name': {
    says: 'the short name of an emoji in a name becomes the emoji',
    breaks: ['CREATE-2'],
    ...naming((name) => name.replaceAll(':cat:', '🐱')),
  },
  'name-escapes-read-twice': {
    says: 'a JSON escape in a name is decoded twice',
    breaks: ['CREATE-2'],
    ...naming((name) =>
      name.replace(/\\u([\da-f]{4})/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    ),
  },
  'name-misread-utf8': {
    says: 'names in UTF-8 are read as latin1',
    breaks: ['CREATE-2'],
    ...naming((name) => Buffer.from(name).toString('latin1')),
  },
  'name-cut-at-20': {
    says: 'names are cut after 20 characters',
    breaks: ['CREATE-2'],
    ...naming((name) => name.slice(0, 20)),
  },
};
