import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { Failure } from '../http/index.ts';

const derive = promisify(argon2);

/** What one hash costs: KiB of memory, and how often they are passed through. */
export interface HashCost {
  memory: number;
  passes: number;
}

/** OWASP's first choice for Argon2id: 19 MiB and two passes, in one lane. */
const usualCost: HashCost = { memory: 19_456, passes: 2 };

/** Each check takes 19 MiB, so only a few run at once. Others wait a few seconds at most, in a lane per caller. */
const checks = new FairQueue({ atOnce: 2, mostWaiting: 50 });

/** Throws SIGN_IN_SLOWED. */
async function tagOf(password: string, salt: Buffer, cost: HashCost, lane: string): Promise<Buffer> {
  try {
    return await checks.run(lane, async () =>
      Buffer.from(await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost, parallelism: 1, tagLength: 32 })),
    );
  } catch (error) {
    throw error instanceof QueueFull ? new Failure('SIGN_IN_SLOWED', { seconds: 3 }, error) : error;
  }
}

/** The text that is kept names its cost, so hashes stay valid when the usual cost changes. */
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/;
const written = ({ memory, passes }: HashCost, salt: string, tag: string): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${tag}`;

/** `lane`: callers in the same lane wait for each other. Throws SIGN_IN_SLOWED. */
export async function hashPassword(password: string, lane = '', cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const tag = await tagOf(password, salt, cost, lane);
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return written(cost, base64(salt), base64(tag));
}

/** A made-up hash, so that a name that does not exist takes as long to check as one that does. */
const nobody = written(usualCost, 'A'.repeat(22), 'A'.repeat(43));

/** Throws SIGN_IN_SLOWED before the password is checked. */
export async function passwordFits(stored: string | null, password: string, lane: string): Promise<boolean> {
  const [, memory, passes, salt, tag] = form.exec(stored ?? nobody) ?? form.exec(nobody) ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const cost = { memory: Number(memory), passes: Number(passes) };
  const actual = await tagOf(password, Buffer.from(salt ?? '', 'base64'), cost, lane);
  return expected.length === actual.length && timingSafeEqual(expected, actual) && stored !== null;
}
