import type { LiveEvent } from '@alcove/contract';
import { openEventStream, type Hears } from './event-stream.ts';

const name = 'alcove-live';
const locks = navigator.locks as LockManager | undefined;

/** Messages between tabs. `who` asks the tab with the stream for its state. */
type Said = { said: 'opened' | 'lost' | 'who' } | { said: 'heard'; event: LiveEvent };

/**
 * Shares one stream among all tabs of the browser. The tab that holds the lock owns the stream and broadcasts its events; when it closes,
 * another tab takes over. Without https there are no locks, so each page opens its own stream.
 */
export function joinStream(hears: Hears): () => void {
  if (!locks) return openEventStream(hears);
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let isOpen = false;
  let leads = false;

  const turn = (open: boolean): void => {
    if (open === isOpen) return;
    isOpen = open;
    if (open) hears.opened();
    else hears.lost();
  };
  const tell = (said: Said): void => channel.postMessage(said);
  const tellState = (open: boolean): void => {
    turn(open);
    tell({ said: open ? 'opened' : 'lost' });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.said === 'heard') hears.heard(data.event);
    else if (data.said !== 'who') turn(data.said === 'opened');
    else if (leads) tellState(isOpen);
  });
  const lead = async (): Promise<void> => {
    leads = true;
    tellState(false);
    const close = openEventStream({
      opened: () => tellState(true),
      lost: () => tellState(false),
      heard(event) {
        hears.heard(event);
        tell({ said: 'heard', event });
      },
    });
    await new Promise((left) => leaving.signal.addEventListener('abort', left));
    close();
  };
  tell({ said: 'who' });
  locks.request(name, { signal: leaving.signal }, lead).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return () => {
    leaving.abort();
    channel.close();
    turn(false);
  };
}
