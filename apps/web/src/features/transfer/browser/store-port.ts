import { limits } from '@alcove/contract';
import { StoreFailed, type StoreAnswer, type StorePort, type StoreRequest } from '@alcove/transfer';
import { receiveFromStore } from './store-download.ts';
import type { StoreJob, StoreNews } from './store-worker.ts';
import type { AskWorker } from './worker-rpc.ts';

/** One request to the storage host, by XMLHttpRequest: the one way in which a browser tells how much of a body is sent. */
export function sendToStore({ method, url, headers, body, onProgress, signal, timeoutMs }: StoreRequest): Promise<StoreAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    request.open(method, url);
    request.timeout = timeoutMs;
    request.withCredentials = false;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onProgress) request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('load', () =>
      end(() => resolve({ status: request.status, headers: headersOf(request), text: request.responseText })),
    );
    request.addEventListener('error', () => end(() => reject(new StoreFailed('network'))));
    request.addEventListener('timeout', () => end(() => reject(new StoreFailed('timeout'))));
    request.addEventListener('abort', () => end(() => reject(signal.reason ?? new StoreFailed('network'))));
    signal.addEventListener('abort', abort);
    // Without a Content-Type of the browser's own, as bytes or as a Blob without a type. A Blob of a few kilobytes costs more than it sends.
    request.send(body instanceof Uint8Array ? sendable(body as Uint8Array<ArrayBuffer>) : (body ?? null));
  });
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

/**
 * The storage host. Beginning a request holds up whoever begins it, and small files begin two dozen at once: those are sent from a
 * worker. A part of a large file is begun seldom, and handing it over would copy it once more.
 */
export function storePort(askWorker: AskWorker<StoreJob, StoreNews>): StorePort {
  async function sendBeside({ onProgress, signal, ...job }: StoreRequest): Promise<StoreAnswer> {
    const onTheWay = (news: StoreNews): boolean => {
      if (!('sentBytes' in news)) return false;
      onProgress?.(news.sentBytes);
      return true;
    };
    const news = await askWorker(job, signal, onTheWay).catch((cause: unknown) => {
      // A worker that cannot be loaded is a fault of the network too.
      throw signal.aborted ? cause : new StoreFailed('network', { cause });
    });
    if ('answer' in news) return news.answer;
    throw new StoreFailed('failed' in news ? news.failed : 'network');
  }
  return {
    send: (request) =>
      request.body instanceof Uint8Array && request.body.length < limits.smallFile ? sendBeside(request) : sendToStore(request),
    receive: receiveFromStore,
  };
}
