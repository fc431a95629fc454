/**
 * A connection that moves a byte now and then holds a place, a file and memory for as long as it likes. So what is below a least
 * speed over a stretch of time is cut; uploads and downloads are resumed by their clients.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export const stretchMs = 60_000;
/** Bytes in a stretch. At these a part of 8 MiB would take hours, and a film would not play. */
const least = { received: 60 * 1024, sent: 240 * 1024 };

/** Cuts the connection when less comes over a stretch than there should; the function that is answered ends the watch. */
export function watchReceived(socket: Socket, overMs: number): () => void {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < least.received) socket.destroy();
    before = socket.bytesRead;
  }, overMs);
  return () => clearInterval(timer);
}

/** Cuts the answer when these bytes, the next to be sent, are not taken in their time: a stretch at least. */
export function watchSent(response: ServerResponse, bytes: number, overMs: number): () => void {
  const timer = setTimeout(() => response.destroy(), overMs * Math.max(1, bytes / least.sent));
  return () => clearTimeout(timer);
}
