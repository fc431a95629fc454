import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** 19 MiB a check: how many run at once is bounded, the others wait their turn. */
const mostAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((start) => waiting.push(start));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const tagOf = (password: string, salt: Buffer): Promise<Buffer> =>
  inTurn(async () => Buffer.from(await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost })));

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt);
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** A made-up hash: a name that does not exist costs the same time as one that does. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const [, , , , salt, tag] = (stored ?? nobody).split('$');
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await tagOf(password, Buffer.from(salt ?? '', 'base64'));
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}
