import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { checkRegister, KEY_FILE } from '../register/register.ts';
import { aService, certified } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** A register.yaml with nothing but what has no default. */
export const RULES = 'schema: petvet/register-rules/1\ncontact: register@example.org\n';

export const productOf = (name: string, version: string) =>
  `schema: petvet/product/1\nname: ${name}\nversion: "${version}"\nvendor: Example <b>Ltd</b>\nreproduce: npm start\n`;

/** A certified run, and a place for registers that it is submitted to. */
export async function submitting() {
  const service = await aService();
  const whole = await certified(service.env);
  const place = await folder();
  return {
    whole,
    place: place.path,
    /** A register with one submission, as it came out of `certify`. */
    aRegister: async (register: string, name = 'pets-js', version = '1.4.0'): Promise<string> => {
      const submission = join(place.path, register, name, version);
      await mkdir(submission, { recursive: true });
      for (const file of [CERTIFICATE_FILE, 'evidence.jsonl', 'conformance.json'])
        await copyFile(join(whole.report, file), join(submission, file));
      await writeFile(join(submission, 'product.yaml'), productOf(name, version));
      await copyFile(`${whole.key}.pub`, join(place.path, register, name, KEY_FILE));
      return submission;
    },
    verifyAll: (register: string, ...flags: readonly string[]) =>
      petvetHere(['verify', '--all', register, ...flags], { cwd: place.path }),
    checked: (register: string, now = Date.now()) =>
      checkRegister(join(place.path, register), { now, interrupt: new AbortController().signal }),
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      await whole[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
