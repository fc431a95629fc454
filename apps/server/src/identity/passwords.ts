import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { Failure } from '../http/index.ts';

const derive = promisify(argon2);

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each check takes 19 MiB, so only a few run at once. Others wait a few seconds at most, in a lane per caller. */
const checks = new FairQueue({ atOnce: 2, mostWaiting: 50 });

/** Throws SIGN_IN_SLOWED. */
async function tagOf(password: string, salt: Buffer, lane: string): Promise<Buffer> {
  try {
    return await checks.run(lane, async () =>
      Buffer.from(await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost })),
    );
  } catch (error) {
    throw error instanceof QueueFull ? new Failure('SIGN_IN_SLOWED', { seconds: 3 }, error) : error;
  }
}

/** `lane`: callers in the same lane wait for each other. Throws SIGN_IN_SLOWED. */
export async function hashPassword(password: string, lane = ''): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt, lane);
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** A made-up hash, so that a name that does not exist takes as long to check as one that does. */
const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Throws SIGN_IN_SLOWED before the password is checked. */
export async function passwordFits(stored: string | null, password: string, lane: string): Promise<boolean> {
  const [, , , , salt, tag] = (stored ?? nobody).split('$');
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await tagOf(password, Buffer.from(salt ?? '', 'base64'), lane);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}
