import { limits } from '@alcove/contract';
import type { StoreAnswer, StoreFailed, StoreRequest } from '@alcove/transfer';
import type { WorkerJob, WorkerNews } from './page-worker.ts';

export interface StoreJob extends Omit<StoreRequest, 'signal' | 'onProgress'> {
  tellsProgress: boolean;
}
export type StoreNews = { sentBytes: number } | { answer: StoreAnswer } | { failed: StoreFailed['reason'] };

const underWay = new Map<number, XMLHttpRequest>();

self.addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob<StoreJob>>) => {
  if (job) send(id, job);
  else underWay.get(id)?.abort();
});

/** By XMLHttpRequest: the one way in which a browser tells how much of a body is sent. */
function send(id: number, { method, url, headers, body, timeoutMs, tellsProgress }: StoreJob): void {
  const say = (news: StoreNews): void => self.postMessage({ id, news } satisfies WorkerNews<StoreNews>);
  const request = new XMLHttpRequest();
  underWay.set(id, request);
  request.open(method, url);
  request.timeout = timeoutMs;
  request.withCredentials = false;
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  if (tellsProgress) request.upload.addEventListener('progress', (event) => say({ sentBytes: event.loaded }));
  request.addEventListener('load', () =>
    say({ answer: { status: request.status, headers: headersOf(request), text: request.responseText } }),
  );
  request.addEventListener('error', () => say({ failed: 'network' }));
  request.addEventListener('timeout', () => say({ failed: 'timeout' }));
  request.addEventListener('loadend', () => underWay.delete(id));
  // Without a Content-Type of the browser's own, as bytes or as a Blob without a type. A Blob of a few kilobytes costs more than it sends.
  request.send(body instanceof Uint8Array ? sendable(body as Uint8Array<ArrayBuffer>) : (body ?? null));
}

const sendable = (bytes: Uint8Array<ArrayBuffer>): Blob | Uint8Array<ArrayBuffer> =>
  bytes.length >= limits.smallFile ? new Blob([bytes]) : bytes;

function headersOf(request: XMLHttpRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}
