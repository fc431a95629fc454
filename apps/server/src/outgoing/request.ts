import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutgoingError } from './outgoing-error.ts';

export interface OutgoingRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | undefined;
}

export interface OutgoingAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

export interface OutgoingBounds {
  mostBytes: number;
  signal: AbortSignal;
}

/** Sends one request over a connection of its own, to where `lookup` leads. No redirect is followed. Throws OutgoingError. */
export function send(
  url: URL,
  { method = 'GET', headers = {}, body }: OutgoingRequest,
  { lookup, mostBytes, signal }: OutgoingBounds & { lookup: LookupFunction },
): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  const failed = (cause: unknown): void => reject(new OutgoingError(cause instanceof Error ? cause.message : 'no answer', { cause }));
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, { method, headers, lookup, signal, agent: false, maxHeaderSize: 16_384 }, (answer) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) sent.destroy(new Error('the answer is too large'));
      else chunks.push(chunk);
    });
    answer.on('error', failed);
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }));
  });
  sent.on('error', failed);
  sent.end(body);
  return promise;
}
