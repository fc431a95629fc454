/**
 * Lends the connection of a request to another process while the body arrives, so that its bytes never come here. Node documents no way to do this, so all that
 * it takes is in this file: reading pauses, the parser passes over the bytes that went elsewhere, and the request goes on as if they had come here.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The system's side of a connection. `fork` passes it on to another process, and this one keeps it. */
export interface Handle {
  reading: boolean;
}

interface Parser {
  [event: number]: unknown;
  execute(bytes: Buffer): number | Error;
  constructor: { kOnBody?: unknown };
}

type Innards = Socket & { _handle?: Handle | null; parser?: Parser | null };

/** Null if the connection is closed, or encrypted here. */
export const handleOf = (socket: Socket): Handle | null => ('encrypted' in socket ? null : ((socket as Innards)._handle ?? null));

export interface LentConnection {
  handle: Handle;
  /** The bytes of the body that had come. */
  head: Buffer<ArrayBuffer>;
  /** The other process read so many bytes of the body after these, and reads no more. */
  goOn(bytes: number): void;
}

const nothing = Buffer.alloc(1024 * 1024);

/** Null if this connection cannot be lent. Nobody may have read the body, and nobody may read it until it goes on. */
export async function lendConnection(request: IncomingMessage): Promise<LentConnection | null> {
  const socket = request.socket as Innards;
  const handle = handleOf(socket);
  const { parser } = socket;
  const kOnBody = parser?.constructor.kOnBody;
  // The length of a body must be known, for nobody here sees its end.
  if (request.headers['transfer-encoding'] !== undefined) return null;
  if (!handle || typeof kOnBody !== 'number' || typeof parser?.[kOnBody] !== 'function') return null;
  // A stream that was read asks for more, also a moment later.
  const { _read } = request;
  request._read = () => {};
  socket.pause();
  await nextTurn(); // a reading that was asked for before begins until then
  if (request.complete || socket.destroyed || handle.reading || socket.parser !== parser) {
    request._read = _read;
    socket.resume();
    return null;
  }
  const pieces: Buffer[] = [];
  for (let piece; (piece = request.read() as Buffer | null) !== null;) pieces.push(piece);
  return {
    handle,
    head: Buffer.concat(pieces),
    goOn(bytes) {
      request._read = _read;
      if (socket.destroyed) return;
      // Without a listener it makes no copies of what it passes over.
      const onBody = parser[kOnBody];
      parser[kOnBody] = undefined;
      for (let left = bytes; left > 0; left -= nothing.length) parser.execute(nothing.subarray(0, left));
      parser[kOnBody] = onBody;
      if (!request.complete) socket.resume();
    },
  };
}
