/**
 * V8 collects all objects when many new ones were made, and later once more when nothing happens. After a busy hour the first does not come, and
 * without it the second does not either, so V8 keeps what the hour took. One collection of all objects, some 40 ms, begins both.
 */
import { subscribe } from 'node:diagnostics_channel';
import { collect } from './collect.ts';

/** It is quiet when fewer than `few` were answered in `windowMs`, as somebody's monitor asks. `many` answers leave something to collect. */
const usual = { windowMs: 10_000, few: 20, many: 500 };

export function collectWhenQuiet({ windowMs, few, many } = usual): void {
  let [lately, uncollected] = [0, 0];
  subscribe('http.server.response.finish', () => void (lately += 1));
  setInterval(() => {
    uncollected += lately;
    if (lately < few && uncollected >= many) {
      uncollected = 0;
      collect({ type: 'major' });
    }
    lately = 0;
  }, windowMs).unref();
}
