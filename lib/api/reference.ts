// The interface of the package: `petvet/reference`, the reference server, to test clients and testers with.
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';

export { startReferenceServer, type ReferenceOptions, type ReferenceServer } from '../reference/server.ts';

/** The defects that the server can be started with: what each does, and the rules that it violates. */
export const DEFECTS: Readonly<Record<string, { readonly says: string; readonly breaks: readonly string[] }>> = defects;

/** The variants: other ways to conform. */
export const VARIANTS: Readonly<Record<string, { readonly says: string }>> = variants;
