import { StoreFailed, type StorePort } from '@alcove/transfer';

/** Writing a file asks the browser each time: not for every few kilobytes that the network brings. */
const pieceBytes = 1_048_576;

/** A download, by ranges. */
export const receiveFromStore: StorePort['receive'] = async (url, { from, etag }, signal) => {
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-`, ...(etag === null ? {} : { 'If-Range': etag }) } : {};
  const response = await fetch(url, { headers, signal, credentials: 'same-origin', cache: 'no-store' }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new StoreFailed('network', { cause });
  });
  const size = response.headers.get('Content-Range')?.split('/')[1] ?? response.headers.get('Content-Length');
  return {
    status: response.status,
    etag: response.headers.get('ETag'),
    size: size && /^\d+$/.test(size) ? Number(size) : null,
    chunks: response.body ? pieces(response.body, signal) : nothing(),
  };
};

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Pieces of about 1 MiB. What came before a line broke is handed on first, so that it need not come again. */
async function* pieces(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let gathered: Uint8Array[] = [];
  let length = 0;
  const take = async (): Promise<Uint8Array> => {
    const piece = new Uint8Array(await new Blob(gathered as Uint8Array<ArrayBuffer>[]).arrayBuffer());
    gathered = [];
    length = 0;
    return piece;
  };
  try {
    for (;;) {
      let broken: unknown = null;
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        broken = error;
        return { done: true, value: undefined } as const;
      });
      if (value) {
        gathered.push(value);
        length += value.length;
      }
      if (length >= pieceBytes || (done && length > 0)) yield await take();
      if (broken) throw new StoreFailed('network', { cause: broken });
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {}); // it is broken or read to its end
  }
}
