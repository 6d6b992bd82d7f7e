/** k6 has a console, and no other global of Node's or of a browser's. */
declare const console: { log(text: string): void };
