/** Codes of authenticator apps (RFC 6238): six digits, from a shared secret and the time in steps of 30 seconds. Pure. */
import { createHmac } from 'node:crypto';

export const secretBytes = 20;
const stepSeconds = 30;
const digits = 6;
/** How many steps a clock may be fast or slow. */
const drift = 1;

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As apps take it (RFC 4648, without padding). */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => signs[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (seconds: number): number => Math.floor(seconds / stepSeconds);

/**
 * The step whose code this is, if its time is now, or a step earlier or later. Null if it is wrong, or of `last` or an earlier step: a code
 * that somebody saw being typed is worth nothing.
 */
export function matchingStep(secret: Buffer, given: string, { seconds, last }: { seconds: number; last: number }): number | null {
  const code = given.normalize('NFKC').replace(/\s/g, '');
  const now = stepAt(seconds);
  for (let step = Math.max(last + 1, now - drift); step <= now + drift; step += 1) if (codeOf(secret, step) === code) return step;
  return null;
}

/** What the app reads from the QR code. */
export function totpAddress(secret: Buffer, { issuer, accountName }: { issuer: string; accountName: string }): string {
  const [by, of] = [encodeURIComponent(issuer), encodeURIComponent(accountName)];
  return `otpauth://totp/${by}:${of}?secret=${base32(secret)}&issuer=${by}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
