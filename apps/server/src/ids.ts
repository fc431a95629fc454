import { randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/**
 * UUIDv7. The first 48 bits are the time in milliseconds, so new rows are adjacent in an index. The next 12 bits count within a millisecond
 * (RFC 9562 section 6.2, method 1), so later ids of one process sort later. The rest comes from Node's pooled UUIDv4. `Of` is the kind of
 * id that is wanted.
 */
export function newId<Of extends string = string>(): Of {
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
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${randomUUID().slice(18)}` as Of;
}
