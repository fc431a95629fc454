/** Public API of `storage`. It knows no domain: it sees only keys, tokens and bytes. */
import { openDiskStore } from './disk-store.ts';
import type { DiskStore, DiskStoreConfig } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3StoreConfig } from './s3-store.ts';

export { gatedLinks } from './gated-links.ts';
export { contentDisposition } from './http-content.ts';
export { leastRead, stretchMs } from './least-speed.ts';
export { Places } from './places.ts';
export { large } from './storage-process.ts';
export { storageHost } from './storage-host.ts';
export type { StorageHostOptions } from './storage-host.ts';
export { parseRange } from './storage-read.ts';
export type { ReadTransform } from './storage-read.ts';
export { paced, SpeedLimits } from './speed-limits.ts';
export type { Speed } from './speed-limits.ts';
export { StorageError, StoreSetupError } from './storage-error.ts';
export type { DiskStore } from './disk-store.ts';
export type * from './object-store.ts';

/** Only the disk store has one. */
export const diskBucket = 'alcove';

export type ObjectStoreConfig = ({ kind: 'disk' } & DiskStoreConfig) | ({ kind: 's3' } & S3StoreConfig);

/** Opens a store without changing it, beside a server that uses it. The disk store needs no credentials, because whoever looks signs nothing. */
export function openToLook(store: { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3StoreConfig)): Promise<ObjectStore> {
  if (store.kind === 's3') return openObjectStore({ ...store, lookOnly: true });
  const credentials = { accessKey: '', secretKey: '' };
  return openObjectStore({ kind: 'disk', folder: store.folder, bucket: diskBucket, region: '', credentials, lookOnly: true });
}

export async function openObjectStore(config: { kind: 'disk' } & DiskStoreConfig): Promise<DiskStore>;
export async function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore>;
export async function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  if (config.kind === 'disk') return openDiskStore(config);
  // Its client takes long to load, and most companies have a disk.
  return (await import('./s3-store.ts')).openS3Store(config);
}
