import { eventsPath, type LiveEvent } from '@alcove/contract';
import { refetch } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';

/** `opened`: every change from now on is reported. `lost`: changes may be missed. */
export interface Hears {
  opened(): void;
  lost(): void;
  heard(event: LiveEvent): void;
}

/** Every kind: a listener hears only the events of its name. */
const everyKind: Record<LiveEvent['event'], true> = {
  listChanged: true,
  notice: true,
  capacityChanged: true,
  spacesChanged: true,
  sharingChanged: true,
  linkChanged: true,
  reviewsChanged: true,
  tasksChanged: true,
  recycleChanged: true,
  rolesChanged: true,
  agreementsChanged: true,
  announcementChanged: true,
};
const kinds = Object.keys(everyKind) as LiveEvent['event'][];
const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/**
 * Keeps an event stream open until the returned function is called. Reconnects with exponential backoff, and at once when the network
 * returns.
 */
export function openEventStream(hears: Hears): () => void {
  let source: EventSource;
  let losses = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const connect = (): void => {
    waiting = undefined;
    source = new EventSource(eventsPath);
    source.addEventListener('open', () => {
      losses = 0;
      hears.opened();
    });
    source.addEventListener('error', comeAgain);
    for (const kind of kinds)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => hears.heard({ event: kind, ...JSON.parse(data) } as LiveEvent));
  };
  const comeAgain = (): void => {
    // EventSource reconnects after a loss, but not after a refusal. The session may have ended; an ordinary call finds out.
    if (source.readyState === EventSource.CLOSED) void refetch(currentUserQuery.queryKey);
    source.close();
    hears.lost();
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** losses);
    losses += 1;
    // Random jitter, so that clients of the same server do not reconnect all at once.
    waiting = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  };
  const comeNow = (): void => {
    if (waiting === undefined) return;
    clearTimeout(waiting);
    connect();
  };
  window.addEventListener('online', comeNow);
  connect();
  return () => {
    window.removeEventListener('online', comeNow);
    clearTimeout(waiting);
    source.close();
  };
}
