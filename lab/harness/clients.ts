import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Installable } from './setup.ts';
import { LAB, parse } from './stacks.ts';

/** The folder of the clients: a folder for each language, and what their last runs showed. */
export const CLIENTS = join(LAB, 'clients');

/** Each client is run twice: as the first example of the library has it, and set so that it conforms. */
export type Way = 'default' | 'configured';

const ClientEntry = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  library: z.string().min(1).optional().meta({ description: 'As the manifest of the folder names it' }),
  release: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'A command that prints the version, where no manifest has it' }),
  file: z.string().min(1).meta({ description: 'Its source' }),
  start: z
    .string()
    .min(1)
    .meta({ description: 'Run by sh in the folder, as `exec …`; the way is added as an argument' }),
  does: z.string().min(1).meta({ description: 'What it does about a 429 by default, in a few words' }),
  set: z.string().min(1).meta({ description: 'What to set so that it conforms; Markdown' }),
});

const LanguageFile = z.strictObject({
  language: z.string().min(1),
  needs: z.array(z.string().min(1)),
  setup: z.string().min(1).optional(),
  manifest: z.string().min(1).optional(),
  clients: z.array(ClientEntry).min(1),
});

/** A client of the lab. */
export interface LabClient extends z.infer<typeof ClientEntry> {
  readonly language: string;
  readonly folder: string;
}

/** The clients of one language, which are set up together. */
export interface Language extends Installable {
  readonly clients: readonly LabClient[];
  readonly manifest?: string | undefined;
}

/**
 * Reads the clients of every language.
 *
 * @throws {Error} that names the file, when one is not of its shape
 */
export function readLanguages(): Language[] {
  const folders = readdirSync(CLIENTS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .toSorted()
    .map((name) => {
      const folder = join(CLIENTS, name);
      const { clients, language, ...rest } = parse(join(folder, 'clients.json'), LanguageFile);
      return {
        ...rest,
        name: `clients-${name}`,
        folder,
        clients: clients.map((one) => ({ ...one, language, folder })),
      };
    });
}

/** The version that a manifest has for a library: the first one after its name. */
export function versionIn(manifest: string, library: string): string | undefined {
  const name = library.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w/-])${name}(?![\\w/-])[^\\d\\n]*(?:\\n[^\\d\\n]*)??(\\d+\\.\\d+[\\w.-]*)`).exec(
    manifest,
  )?.[1];
}

/** @throws {Error} when the manifest does not name the library, or there is no manifest */
export function versionOf({ manifest, folder }: Language, library: string): string {
  const text = manifest === undefined ? '' : readFileSync(join(folder, manifest), 'utf8');
  const version = versionIn(text, library);
  if (version === undefined) throw new Error(`${folder}: no version of ${library} in ${manifest ?? 'any manifest'}`);
  return version;
}
