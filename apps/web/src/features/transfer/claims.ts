import { limits } from '@alcove/contract';
import type { UploadRequest } from '@alcove/transfer';

/** Gives a claim back. */
export type Release = () => void;

const nothing: Release = () => {};

/**
 * A file of several parts goes up from one list of one tab; the browser frees the claim when its tab goes. Null: it is in a list
 * already. Smaller files are not worth a claim (the server makes one file of what comes twice), nor can there be one on a page
 * that is not served over https.
 */
export async function claim({ source, target }: UploadRequest): Promise<Release | null> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || source.size <= limits.partSize) return nothing;
  const name = `alcove-upload ${JSON.stringify([target.parentId, source.name, source.size, source.lastModified])}`;
  return new Promise((answer) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return answer(null);
      return new Promise<void>((release) => answer(release));
    });
  });
}
