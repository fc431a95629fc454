import { randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/**
 * UUIDv7: the first 48 bits are the time in milliseconds, so new rows land side by side in an index; the next 12 count within a
 * millisecond (RFC 9562 section 6.2, method 1), so what one process makes later sorts later. The rest comes from Node's pooled UUIDv4.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    counter = 0;
  } else if (counter < 0xfff) {
    counter += 1;
  } else {
    lastTime += 1;
    counter = 0;
  }
  const time = lastTime.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
}
