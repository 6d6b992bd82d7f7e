import type { Beside } from './beside.ts';
import { hashOf, pageScript, pageStyle } from './assets.ts';
import { html, own, type Html } from '../../text/markup.ts';
import { unbroken } from './unbroken.ts';

/** What a page is made of. */
export interface DocumentParts {
  readonly title: string;
  readonly header: Html;
  /** Sections in their order with their names in the list of contents; those that have nothing to say are left out. */
  readonly sections: readonly (readonly [id: string, title: string, body: Html | undefined])[];
  /** Exchanges to be looked at on demand: gzip in base64. */
  readonly archive: string;
  /** What lies beside the page; none of a page that is written elsewhere. */
  readonly beside?: readonly Beside[];
}

/** Nothing is loaded, nothing is run but the page's own script, and no text is turned into markup. */
function policyFor(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** One HTML file that needs nothing else. */
export function documentOf({ title, header, sections, archive, beside = [] }: DocumentParts): string {
  const present = sections.filter(([, , body]) => body !== undefined);
  const style = pageStyle();
  const script = pageScript();
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>${title}</title>
      ${own(`<style>${style}</style>`)}
    </head>
    <body>
      <a class="skip" href="#main">Skip to the findings</a>
      <div class="page">
        ${header}
        <nav class="contents" aria-label="Contents">
          <ul>
            ${present.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
          </ul>
        </nav>
        ${
          beside.length > 0 &&
          html`<nav class="contents" aria-label="Files">
            <ul>
              ${beside.map(([href, words]) => html`<li><a href="${href}">${words}</a></li>`)}
            </ul>
          </nav>`
        }
        <main id="main">${present.map(([, , body]) => body)}</main>
        <footer>Credentials are replaced by role names. This page shows verdicts and computes none.</footer>
      </div>
      ${dialog()}
      <p id="said" class="unseen" role="status"></p>
      ${own(`<script type="application/octet-stream" id="archive">${archive}</script>`)}
      ${own(`<script type="module">${script}</script>`)}
    </body>
  </html>`;
  return `<!doctype html>\n${unbroken(page.toString())}\n`;
}

/** Where an exchange is shown on demand. */
function dialog(): Html {
  return html`<dialog id="exchange" aria-labelledby="exchange-title">
    <header>
      <h2 id="exchange-title">Exchange</h2>
      <span
        ><button type="button" id="exchange-before">Previous</button
        ><button type="button" id="exchange-after">Next</button
        ><button type="button" id="exchange-close">Close</button></span
      >
    </header>
    <p class="quiet" id="exchange-probe"></p>
    <div class="sides">
      <div class="side">
        <p class="side-title">Request</p>
        <pre id="exchange-request" tabindex="0" role="group" aria-label="Request"></pre>
        <div class="command">
          <code id="exchange-curl"></code
          ><button type="button" class="copy" hidden aria-label="Copy: the request">Copy</button>
        </div>
      </div>
      <div class="side">
        <p class="side-title">Response</p>
        <pre id="exchange-answer" tabindex="0" role="group" aria-label="Response"></pre>
      </div>
    </div>
  </dialog>`;
}
