import { hasThumbnail, limits, previewKindOf, type LinkInstance, type Thumbnail } from '@alcove/contract';
import { useEffect, useState } from 'react';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';

/** A thumbnail's link is valid for an hour. */
const freshMs = 50 * 60_000;
/** Rows that come into view together arrive within a frame or two. */
const gatherMs = 40;
const askAgainMs = 1500;
const mostTries = 20;

interface Kept {
  url: string;
  at: number;
}
const kept = new Map<string, Kept>();
const waiting = new Map<string, ((found: Thumbnail | null) => void)[]>();

export const hasThumb = (item: LinkInstance): boolean =>
  item.classifierId === 'File' &&
  item.fileSize > 0 &&
  item.verifying !== true &&
  item.fileAuth.includes('preview') &&
  hasThumbnail(item.instanceName);

/** At the size of a row a page of a PDF is unreadable; its icon says more. */
export const hasSmallThumb = (item: LinkInstance): boolean => hasThumb(item) && previewKindOf(item.instanceName) !== 'pdf';

function askFor(instanceId: string): Promise<Thumbnail | null> {
  return new Promise((answer) => {
    const others = waiting.get(instanceId);
    if (others) return void others.push(answer);
    if (waiting.size === 0) setTimeout(() => void send(), gatherMs);
    waiting.set(instanceId, [answer]);
  });
}

async function send(): Promise<void> {
  const all = [...waiting];
  waiting.clear();
  for (let at = 0; at < all.length; at += limits.thumbnailsPerCall) {
    const some = all.slice(at, at + limits.thumbnailsPerCall);
    const instanceIds = some.map(([instanceId]) => instanceId);
    // Without its thumbnail a file shows its icon.
    const found = await asVisitor(linkCalls.thumbnails, { instanceIds }).catch(() => ({}) as Record<string, Thumbnail | null>);
    for (const [instanceId, answers] of some) for (const answer of answers) answer(found[instanceId] ?? null);
  }
}

const keyOf = ({ instanceId, version }: LinkInstance): string => `${instanceId} ${version}`;
const freshIn = (key: string): string | null => {
  const found = kept.get(key);
  return found && performance.now() - found.at < freshMs ? found.url : null;
};

/** The address of a file's thumbnail, once there is one. `wanted`: it is in view. */
export function useThumbnail(item: LinkInstance, wanted: boolean): { url: string | null; fail(): void } {
  const key = keyOf(item);
  const { instanceId } = item;
  const [found, setFound] = useState<{ key: string; url: string | null }>({ key, url: freshIn(key) });
  const url = found.key === key ? found.url : freshIn(key);
  useEffect(() => {
    if (!wanted || freshIn(key) !== null) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (tries: number): Promise<void> => {
      const answer = await askFor(instanceId);
      if (answer && 'url' in answer) kept.set(key, { url: answer.url, at: performance.now() });
      if (gone || !answer) return;
      if ('url' in answer) setFound({ key, url: answer.url });
      else if (tries < mostTries) timer = setTimeout(() => void look(tries + 1), askAgainMs);
    };
    void look(1);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, instanceId, wanted]);
  return {
    url,
    fail: () => {
      kept.delete(key);
      setFound({ key, url: null });
    },
  };
}
