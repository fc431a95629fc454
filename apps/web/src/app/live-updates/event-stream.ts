import { eventsPath, type LiveEvent } from '@alcove/contract';
import { refetch } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';

/** What a stream says: that it hears everything from now on, that it may miss things, and what happened. */
export interface Hears {
  opened(): void;
  lost(): void;
  heard(event: LiveEvent): void;
}

const kinds = [
  'listChanged',
  'notice',
  'capacityChanged',
  'spacesChanged',
  'sharingChanged',
] as const satisfies readonly LiveEvent['event'][];
const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/** Keeps a stream open until it is closed; after a loss it waits longer each time, and not at all once the network is back. */
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
    // The browser itself comes again after a loss, but not after a refusal; that may be the session's end, which an ordinary call tells.
    if (source.readyState === EventSource.CLOSED) void refetch(currentUserQuery.queryKey);
    source.close();
    hears.lost();
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** losses);
    losses += 1;
    // Everyone who lost the same server comes back at another moment.
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
