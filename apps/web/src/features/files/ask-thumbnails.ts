import { calls, limits, type Instance, type Thumbnail } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { through } from './file-queries.ts';

type Of = Pick<Instance, 'instanceId' | 'fileSharingId'>;
interface Waiting {
  of: Of;
  answer(thumbnail: Thumbnail | null): void;
  fail(error: unknown): void;
}

/** What comes into view together comes within a frame or two. */
const gatherMs = 40;
let waiting: Waiting[] = [];

/** Asks for one file's thumbnail, in one call with all that are asked for in the same moment. */
export function askThumbnail(of: Of): Promise<Thumbnail | null> {
  return new Promise((answer, fail) => {
    waiting.push({ of, answer, fail });
    if (waiting.length === 1) setTimeout(send, gatherMs);
  });
}

function send(): void {
  const byShare = Map.groupBy(waiting, ({ of }) => of.fileSharingId);
  waiting = [];
  for (const group of byShare.values())
    for (let at = 0; at < group.length; at += limits.thumbnailsPerCall) void sendSome(group.slice(at, at + limits.thumbnailsPerCall));
}

async function sendSome(some: readonly Waiting[]): Promise<void> {
  try {
    const instanceIds = [...new Set(some.map(({ of }) => of.instanceId))];
    const found = await call(calls.download.thumbnails, { instanceIds, ...through(some[0]!.of) });
    for (const { of, answer } of some) answer(found[of.instanceId] ?? null);
  } catch (error) {
    for (const { fail } of some) fail(error);
  }
}
