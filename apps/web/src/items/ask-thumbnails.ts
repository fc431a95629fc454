import { calls, limits, type Thumbnail } from '@alcove/contract';
import { call } from '../api/index.ts';

interface Waiting {
  instanceId: string;
  answer(thumbnail: Thumbnail | null): void;
  fail(error: unknown): void;
}

/** Items that scroll into view together arrive within a frame or two. */
const gatherMs = 40;
let waiting: Waiting[] = [];

/**
 * Gets one file's thumbnail; requests of the same moment are batched into one call. No share is named: whatever a share lets a person
 * preview is allowed without naming it, and a list of received shares would need one call each.
 */
export function askThumbnail(instanceId: string): Promise<Thumbnail | null> {
  return new Promise((answer, fail) => {
    waiting.push({ instanceId, answer, fail });
    if (waiting.length === 1) setTimeout(send, gatherMs);
  });
}

function send(): void {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += limits.thumbnailsPerCall) void sendSome(all.slice(at, at + limits.thumbnailsPerCall));
}

async function sendSome(some: readonly Waiting[]): Promise<void> {
  try {
    const instanceIds = [...new Set(some.map(({ instanceId }) => instanceId))];
    const found = await call(calls.download.thumbnails, { instanceIds });
    for (const { instanceId, answer } of some) answer(found[instanceId] ?? null);
  } catch (error) {
    for (const { fail } of some) fail(error);
  }
}
