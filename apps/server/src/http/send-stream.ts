import type { FastifyReply } from 'fastify';
import { limits } from '@alcove/contract';
import type { UserContext } from './context.ts';

/** How soon a client that lost its stream comes again, where it has no rule of its own. */
const retryMs = 2000;
/** How long a reader has to take what was sent before the end. */
const lastWordsMs = 1000;

/** Server-sent events to one reader. Nothing of it ever waits. */
export interface EventStream {
  /** Bytes that wait for the reader beyond 64 KiB cut the stream: whoever comes again starts from what is true then. */
  send(event: string, data: object): void;
  /** Shows the proxies on the way that the stream lives. */
  beat(): void;
  end(): void;
}

/**
 * A GET outside the envelope that goes on: server-sent events for a signed-in person. The browser itself opens it, so it needs
 * no marker header, changes nothing, and is refused to pages of other sites. Failures are answered as calls answer them.
 */
export interface StreamRoute {
  readonly path: string;
  /** Throws to refuse; nothing was sent then. Answers what is called once, when the stream is over. */
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
    // What is written in one turn leaves at its end: only what remains after it waits for the reader.
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
