import type { Table } from 'dexie';
import { limits } from '@alcove/contract';
import type { MemoryPort, RememberedUpload } from '@alcove/transfer';
import { chosenNotes, forgetChosen, noteChosen } from '../start/chosen-notes.ts';
import { newTab, thisTab } from '../queue/upload-locks.ts';

/** An upload that some list held when it was last noted: what a reload takes from it is offered again. */
export interface WaitingUpload extends Pick<RememberedUpload, 'key' | 'name' | 'size' | 'lastModified' | 'target'> {
  handle?: FileSystemFileHandle;
}
type NotedWaiting = WaitingUpload & { savedAt: number; tab: string };
/** What was sent of it stands in the store under this. */
type Begun = Pick<RememberedUpload, 'bucketName' | 'objectKey' | 'uploadId'>;

/** What this browser keeps of one person's unfinished upload, with what only a browser knows of it. */
export interface KeptUpload extends WaitingUpload {
  savedAt: number;
  /** The list that held it. */
  tab?: string;
  /** It was chosen for that list and had not come into it. */
  chosen?: true;
  /** How far it got, as it was last noted. */
  sentBytes?: number;
  /** Null: nothing was sent that could be gone on with. */
  begun: Begun | null;
}
type NotedUpload = RememberedUpload & { handle?: FileSystemFileHandle; sentBytes?: number };
interface Tables {
  uploads: Table<NotedUpload, string>;
  waiting: Table<NotedWaiting, string>;
}

let person: string | null = null;
let opened: { person: string; tables: Promise<Tables | null> } | null = null;

export function keepFor(userId: string | null): void {
  person = userId;
  newTab();
}

/** Null when nobody is signed in or the browser forbids storage: transfers then work, and are forgotten with the page. */
function tables(): Promise<Tables | null> {
  if (person === null) return Promise.resolve(null);
  if (opened?.person === person) return opened.tables;
  const name = `alcove-transfers-${person}`;
  const opening = import('dexie')
    .then(async ({ Dexie }) => {
      const database = new Dexie(name);
      database.version(2).stores({ uploads: 'key, savedAt', waiting: 'key, savedAt' });
      const made: Tables = { uploads: database.table('uploads'), waiting: database.table('waiting') };
      const oldest = Date.now() - limits.recordDays * 86_400_000;
      await Promise.all([made.uploads, made.waiting].map((table) => table.where('savedAt').below(oldest).delete()));
      return made;
    })
    .catch(() => null);
  opened = { person, tables: opening };
  return opening;
}

/** Called when an upload is remembered or forgotten. */
const listeners = new Set<() => void>();
export const onKept = (listener: () => void): void => void listeners.add(listener);
const tell = () => listeners.forEach((listener) => listener());

/** Handles of what is being uploaded, until it is remembered. */
const handles = new Map<string, FileSystemFileHandle>();
export const holdHandle = (key: string, handle: FileSystemFileHandle): void => void handles.set(key, handle);

export const memoryPort: MemoryPort = {
  recall: async (key) => (await (await tables())?.uploads.get(key)) ?? null,
  async remember(upload) {
    const uploads = (await tables())?.uploads;
    const handle = handles.get(upload.key);
    await uploads?.put({ ...(await uploads.get(upload.key)), ...upload, ...(handle && { handle }) });
    tell();
  },
  async forget(key) {
    handles.delete(key);
    await (await tables())?.uploads.delete(key);
    tell();
  },
};

/** What was chosen, before it is in the list; written when this returns. Answers what forgets it. */
export function keepChosen(uploads: readonly Omit<WaitingUpload, 'handle'>[]): () => void {
  if (person === null) return () => {};
  const [savedAt, tab] = [Date.now(), thisTab()];
  return noteChosen(
    person,
    uploads.map(({ key, name, size, lastModified, target }) => ({ key, name, size, lastModified, target, savedAt, tab })),
  );
}

/** Of uploads that a list holds now, in one stroke: a folder brings hundreds. */
export function keepWaiting(uploads: readonly WaitingUpload[]): void {
  const noted = uploads.map((upload): NotedWaiting => ({ ...upload, savedAt: Date.now(), tab: thisTab() }));
  const written = keepChosen(uploads);
  void tables()
    .then((all) => all?.waiting.bulkPut(noted))
    .then(written);
}

export function forgetWaiting(keys: readonly string[]): void {
  if (person !== null) forgetChosen(person, new Set(keys));
  void tables().then(async (all) => {
    await all?.waiting.bulkDelete([...keys]);
    tell();
  });
}

/** The one begun last first. */
export async function keptUploads(): Promise<KeptUpload[]> {
  const all = await tables();
  if (!all) return [];
  const [uploads, waiting] = await Promise.all([all.uploads.toArray(), all.waiting.toArray()]);
  const chosen = person === null ? [] : chosenNotes(person);
  const kept = new Map<string, KeptUpload>(chosen.map((one) => [one.key, { ...one, chosen: true, begun: null }]));
  for (const one of waiting) kept.set(one.key, { ...one, begun: null });
  for (const { md5: _, bucketName, objectKey, uploadId, ...one } of uploads)
    kept.set(one.key, { ...kept.get(one.key), ...one, begun: { bucketName, objectKey, uploadId } });
  return [...kept.values()].sort((a, b) => b.savedAt - a.savedAt);
}
export const noteSent = async (key: string, sentBytes: number): Promise<void> =>
  void (await (await tables())?.uploads.update(key, { sentBytes }));
/** The handle leads nowhere any more. */
export async function dropHandle(key: string): Promise<void> {
  const all = await tables();
  const drop = (upload: { handle?: FileSystemFileHandle }) => void delete upload.handle;
  await all?.uploads.where('key').equals(key).modify(drop);
  await all?.waiting.where('key').equals(key).modify(drop);
  tell();
}
