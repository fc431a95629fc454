import { randomUUID } from 'node:crypto';

/** UUIDv7: the first 48 bits are the time in milliseconds, so new rows land side by side in an index. The rest comes from Node's pooled UUIDv4. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
