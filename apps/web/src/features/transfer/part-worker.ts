import { localPart, PartFailed, type PartWork, type PreparedPart } from '@alcove/transfer';
import { fileSource } from './file-source.ts';

/** Reads, obfuscates and sums up parts beside the page, one after the other. */
export interface PartJob {
  id: number;
  file: File;
  work: PartWork;
}
export type PartNews = { id: number } & ({ part: PreparedPart } | { failed: PartFailed['reason'] | null; message: string });

const never = new AbortController().signal;

self.addEventListener('message', ({ data: { id, file, work } }: MessageEvent<PartJob>) => {
  localPart.prepare(fileSource(file), work, never).then(
    (part) => self.postMessage({ id, part } satisfies PartNews, { transfer: [part.body.buffer] }),
    (error: unknown) =>
      self.postMessage({ id, failed: error instanceof PartFailed ? error.reason : null, message: String(error) } satisfies PartNews),
  );
});
