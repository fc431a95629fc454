import type { Logger } from 'pino';
import { eventsPath, limits } from '@alcove/contract';
import type { InstanceId, LiveEvent, SpaceId } from '@alcove/contract';
import type { Signals } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { EventStream, StreamRoute } from '../http/index.ts';
import type { LiveUpdate } from './event-payload.ts';

interface Deps {
  signals: Signals;
  logger: Logger;
  /** The maximum number of open streams in this process. */
  most: number;
  /** Which of these sessions are still open, and in how many milliseconds each ends by itself. */
  stillOpen: (sessionIds: readonly string[]) => Promise<Map<string, number>>;
  /** Whether each of these readers may stay connected from their address. */
  mayStay: (readers: readonly { userId: string; address: string }[]) => Promise<boolean[]>;
  /** Calls the listener when other addresses may be allowed. */
  whenAddressesChange: (listener: () => void) => void;
  /** Calls the listener with each person whose sessions ended. */
  whenSessionsChange: (listener: (userId: string) => void) => void;
  unreadOf: (userIds: readonly string[]) => Promise<Map<string, number>>;
  /** Which of these folders of a space each of these people may list. */
  foldersListed: (asked: {
    spaceId: SpaceId;
    folderIds: readonly InstanceId[];
    userIds: readonly string[];
  }) => Promise<Map<string, InstanceId[]>>;
}

interface Reader {
  userId: string;
  sessionId: string;
  address: string;
  stream: EventStream;
  endsSoon?: NodeJS.Timeout;
}

export interface LiveStreams {
  route: StreamRoute;
  /** Ends every stream and refuses new ones. */
  stop(): void;
}

/**
 * The streams of this process. A stream does not outlive its session or the permission of its address, which are checked whenever they may have changed, and at every
 * beat. It also ends when signals from the database are lost, because the client refetches everything when it reconnects.
 */
export function liveStreams({
  signals,
  logger,
  most,
  stillOpen,
  whenSessionsChange,
  unreadOf,
  foldersListed,
  ...addresses
}: Deps): LiveStreams {
  const readers = new Set<Reader>();
  const byPerson = new Map<string, Set<Reader>>();
  const uncounted = new Set<string>();
  let counting = false;
  let stopped = false;

  const send = (userId: string, { event, ...data }: LiveEvent): void => {
    for (const { stream } of byPerson.get(userId) ?? []) stream.send(event, data);
  };
  const end = (ended: Iterable<Reader>): void => {
    for (const { stream } of ended) stream.end();
  };

  /** Ends the streams whose session is over, or whose address is no longer allowed, or all of them if that cannot be determined. */
  const check = async (asked: readonly Reader[]): Promise<void> => {
    if (asked.length === 0) return;
    try {
      const stays = await addresses.mayStay(asked);
      end(asked.filter((_, index) => !stays[index]));
      const open = await stillOpen([...new Set(asked.map(({ sessionId }) => sessionId))]);
      end(asked.filter(({ sessionId }) => !open.has(sessionId)));
      for (const reader of asked) {
        const endsInMs = open.get(reader.sessionId);
        // A session that ends before the next beat is checked when it ends; the beat checks the others.
        if (endsInMs === undefined || endsInMs > limits.streamBeatMs * 2) continue;
        clearTimeout(reader.endsSoon);
        if (readers.has(reader)) reader.endsSoon = setTimeout(() => void check([reader]), endsInMs + 50);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the sessions and addresses of live streams could not be checked');
      end(asked);
    }
  };

  /** Sends unread counts one after the other, so that the last one sent is the newest. */
  const countUnread = async (): Promise<void> => {
    if (counting) return;
    counting = true;
    try {
      while (uncounted.size > 0) {
        const userIds = [...uncounted];
        uncounted.clear();
        const unread = await unreadOf(userIds);
        for (const userId of userIds) send(userId, { event: 'notice', unread: unread.get(userId) ?? 0 });
      }
    } catch (error) {
      logger.error({ err: error }, 'unread notices could not be counted');
    } finally {
      counting = false;
    }
  };

  const passInSpace = async ({ inSpace, event, folderIds }: Extract<LiveUpdate, { inSpace: SpaceId }>): Promise<void> => {
    try {
      const listed = await foldersListed({ spaceId: inSpace, folderIds, userIds: [...byPerson.keys()] });
      for (const [userId, seen] of listed) send(userId, { event, folderIds: seen });
    } catch (error) {
      // A client that misses an event reconnects and refetches everything.
      logger.error({ err: error }, 'whom a change concerns could not be found');
      end(readers);
    }
  };

  const pass = (update: LiveUpdate): void => {
    if ('inSpace' in update) {
      if (byPerson.size > 0) void passInSpace(update);
      return;
    }
    if ('toAll' in update) {
      for (const userId of byPerson.keys()) send(userId, { event: update.event });
      return;
    }
    for (const userId of update.to) {
      if (!byPerson.has(userId)) continue;
      if (update.event === 'notice') uncounted.add(userId);
      else if (update.event === 'listChanged') send(userId, { event: update.event, folderIds: [...update.folderIds] });
      else send(userId, { event: update.event });
    }
    void countUnread();
  };
  signals.hear('alcove_event', (payload) => {
    try {
      for (const update of JSON.parse(payload) as LiveUpdate[]) pass(update);
    } catch (error) {
      logger.error({ err: error }, 'a signal of the database was not understood');
    }
  });
  signals.whenLost(() => end(readers));
  addresses.whenAddressesChange(() => void check([...readers]));
  whenSessionsChange((userId) => void check([...(byPerson.get(userId) ?? [])]));

  const beat = setInterval(() => {
    for (const { stream } of readers) stream.beat();
    void check([...readers]);
  }, limits.streamBeatMs);

  const leave = (reader: Reader): void => {
    readers.delete(reader);
    clearTimeout(reader.endsSoon);
    const own = byPerson.get(reader.userId);
    own?.delete(reader);
    if (own?.size === 0) byPerson.delete(reader.userId);
  };
  const open: StreamRoute['open'] = (stream, { ip, caller: { userId, sessionId } }) => {
    if (stopped || !signals.isHeard() || readers.size >= most) throw new Failure('UNAVAILABLE');
    const own = byPerson.get(userId) ?? new Set();
    const ofSession = [...own].filter((other) => other.sessionId === sessionId).length;
    if (own.size >= limits.streamsPerPerson || ofSession >= limits.streamsPerSession) throw new Failure('TOO_MANY_REQUESTS');
    const reader: Reader = { userId, sessionId, address: ip, stream };
    readers.add(reader);
    byPerson.set(userId, own.add(reader));
    // The session may have ended since it was checked, and so may the address.
    void check([reader]);
    return () => leave(reader);
  };
  return {
    route: { path: eventsPath, open },
    stop() {
      stopped = true;
      clearInterval(beat);
      end(readers);
    },
  };
}
