import type { FastifyReply } from 'fastify';
import { limits } from '@alcove/contract';
import type { UserContext } from './context.ts';

/** How soon a client reconnects after it lost its stream, unless it has its own rule. */
const retryMs = 2000;
/** How long a reader has to read the rest after the stream ended. */
const lastWordsMs = 1000;

/** Server-sent events to one reader. No method blocks. */
export interface EventStream {
  /** Cuts the stream if more than 64 KiB wait for the reader. A reader that reconnects starts with the current state. */
  send(event: string, data: object): void;
  /** Shows proxies on the way that the stream is alive. */
  beat(): void;
  end(): void;
}

/**
 * A GET outside the envelope that stays open: server-sent events for a signed-in person. The browser itself opens it, so it needs no marker
 * header and changes nothing. It is refused to pages of other sites. Failures are answered as in calls.
 */
export interface StreamRoute {
  readonly path: string;
  /** Throws to refuse, before anything was sent. Returns a function that is called once, when the stream has ended. */
  readonly open: (stream: EventStream, context: UserContext) => () => void;
}

export function sendStream(reply: FastifyReply, open: (stream: EventStream) => () => void): FastifyReply {
  const response = reply.raw;
  let measuring: NodeJS.Immediate | undefined;
  const measure = (): void => {
    measuring = undefined;
    if (response.writableLength > limits.streamBacklog) response.destroy();
  };
  const write = (text: string): void => {
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    // Data written in one turn is sent at its end: only what remains afterwards waits for the reader.
    measuring ??= setImmediate(measure);
  };
  const closed = open({
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      response.end();
      setTimeout(() => response.destroy(), lastWordsMs).unref();
    },
  });
  if (response.closed) closed();
  else response.once('close', closed);
  reply.hijack();
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The connection closes after a stream: it is not reused, and shutdown does not wait for it.
    connection: 'close',
  });
  write(`retry: ${retryMs}\n\n`);
  return reply;
}
