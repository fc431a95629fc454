import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { leastRead, stretchMs } from '../storage/index.ts';

/** The bytes that were passed on at one moment, and the time by which they must be read. */
interface Due {
  bytes: number;
  untilMs: number;
}

/**
 * A reader that reads a byte now and then would keep a place, a file and memory for as long as it likes. So a connection is cut if it reads
 * its pending data below the minimum speed, measured over `overMs` or longer. Time in which no data is pending does not count.
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
        open.set(socket, { bytes: taken + waiting, untilMs: now + overMs * Math.max(1, waiting / leastRead) });
      else if (now > due.untilMs) socket.destroy();
    }
  }, overMs / 6);
  look.unref();
  app.addHook('onClose', async () => clearInterval(look));
}
