import type { Config } from '../config.ts';
import { diskBucket, openObjectStore } from '../storage/index.ts';
import type { ObjectStore } from '../storage/index.ts';

/** Opens a store that objects are put into. The disk store needs no credentials, because nothing is signed. */
export function openTarget({ store }: Pick<Config, 'store'>): Promise<ObjectStore> {
  if (store.kind === 's3') return openObjectStore(store);
  return openObjectStore({
    kind: 'disk',
    folder: store.folder,
    bucket: diskBucket,
    region: '',
    credentials: { accessKey: '', secretKey: '' },
  });
}
