/**
 * A connection that sends a byte now and then holds a place, a file and memory for as long as it likes. So what is below a least speed over
 * a stretch of time is cut; uploads are resumed by their clients. Of readers, `http/slow-readers.ts` has the same.
 */
import type { Socket } from 'node:net';

export const stretchMs = 60_000;
/** Bytes in a stretch. At this a part of 8 MiB would take hours. */
const least = 60 * 1024;

/** Cuts the connection when less comes over a stretch than there should; the function that is answered ends the watch. */
export function watchReceived(socket: Socket, overMs: number): () => void {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < least) socket.destroy();
    before = socket.bytesRead;
  }, overMs);
  return () => clearInterval(timer);
}
