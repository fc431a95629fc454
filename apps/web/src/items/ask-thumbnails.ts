import { calls, limits, type Thumbnail } from '@alcove/contract';
import { call } from '../api/index.ts';

interface Waiting {
  instanceId: string;
  answer(thumbnail: Thumbnail | null): void;
  fail(error: unknown): void;
}

/** What comes into view together comes within a frame or two. */
const gatherMs = 40;
let waiting: Waiting[] = [];

/**
 * Asks for one file's thumbnail, in one call with all that are asked for in the same moment. No share is named: what a person may
 * look at through one they may look at, and a list of received shares would need a call for each.
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
