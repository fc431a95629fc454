import { hashFile } from '@alcove/transfer';
import { fileSource } from './file-source.ts';

/** One worker hashes one file: ending it is the cancellation. */
export interface HashJob {
  file: File;
  algorithm: 'md5' | 'sha256';
}
/** `short`: the file is not as long as it said. */
export type HashNews = { hashedBytes: number } | { digest: string } | { failure: string; name: string; short: boolean };

const say = (news: HashNews) => self.postMessage(news);

self.addEventListener('message', (event: MessageEvent<HashJob>) => {
  const { file, algorithm } = event.data;
  hashFile(algorithm, fileSource(file), { onProgress: (hashedBytes) => say({ hashedBytes }) })
    .then((digest) => say({ digest }))
    .catch((error: unknown) => {
      const [failure, name] = error instanceof Error ? [error.message, error.name] : [String(error), 'Error'];
      say({ failure, name, short: error instanceof RangeError });
    });
});
