/**
 * Cuts connections that are too slow. A client that sends a byte now and then could otherwise hold a place, a file and memory forever.
 * Uploads are resumed by their clients. For readers, see `http/slow-readers.ts`.
 */
import type { Socket } from 'node:net';

export const stretchMs = 60_000;
/** The minimum of a reader in the same time. Below it a film would not play, and a transfer would take hours. */
export const leastRead = 240 * 1024;
/** Bytes per interval. At this speed a part of 8 MiB takes hours. */
const least = 60 * 1024;

/**
 * Cuts the connection when an interval brings too few bytes. Whoever waits for our disk, or for another process to which the connection is lent, is not slow. The
 * returned function stops the watch.
 */
export function watchReceived(socket: Socket, overMs: number): () => void {
  let before = socket.bytesRead;
  const judge = (): void => {
    if (!socket.isPaused() && socket.bytesRead - before < least) socket.destroy();
    before = socket.bytesRead;
  };
  let judging: NodeJS.Immediate | undefined;
  // Where this process did not run for a while, it reads first what came meanwhile.
  const timer = setInterval(() => (judging = setImmediate(judge)), overMs);
  return () => {
    clearInterval(timer);
    clearImmediate(judging);
  };
}
