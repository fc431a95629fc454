import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What waits is to be taken at this speed: 240 KiB a minute. Below it a film would not play, and a place would be held for hours. */
const leastBytes = 240 * 1024;
const stretchMs = 60_000;

/** What had been handed over at one moment, and until when it is to be taken. */
interface Due {
  bytes: number;
  untilMs: number;
}

/**
 * A reader that takes a byte now and then holds a place, a file and memory for as long as it likes. So a connection on which an answer
 * waits for its reader is cut where what waits is not taken at a least speed, over `overMs` at least; what waits for us is not counted.
 */
export function endSlowReaders(app: FastifyInstance, overMs = stretchMs): void {
  const open = new Map<Socket, Due | null>();
  app.server.on('connection', (socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, due] of open) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0) open.set(socket, null);
      else if (due === null || taken >= due.bytes)
        open.set(socket, { bytes: taken + waiting, untilMs: now + overMs * Math.max(1, waiting / leastBytes) });
      else if (now > due.untilMs) socket.destroy();
    }
  }, overMs / 6);
  look.unref();
  app.addHook('onClose', async () => clearInterval(look));
}
