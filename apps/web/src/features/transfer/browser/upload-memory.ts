import type { Table } from 'dexie';
import { limits } from '@alcove/contract';
import type { MemoryPort, RememberedUpload } from '@alcove/transfer';
import { createStore, type Readable } from '../../../ui/store.ts';
import { chosenNotes, forgetChosen, noteChosen } from './chosen-notes.ts';

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

/** Null: the browser forbids storage. Transfers then work, and are forgotten with the page. */
async function openTables(userId: string): Promise<Tables | null> {
  try {
    const { Dexie } = await import('dexie');
    const database = new Dexie(`alcove-transfers-${userId}`);
    database.version(2).stores({ uploads: 'key, savedAt', waiting: 'key, savedAt' });
    const made: Tables = { uploads: database.table('uploads'), waiting: database.table('waiting') };
    const oldest = Date.now() - limits.recordDays * 86_400_000;
    await Promise.all([made.uploads, made.waiting].map((table) => table.where('savedAt').below(oldest).delete()));
    return made;
  } catch {
    return null;
  }
}

/** The engine's memory, with what a list of a browser needs of it beyond that. */
export interface UploadMemory extends MemoryPort {
  /** Whose uploads are kept from now on; null: nobody is signed in, and nothing is kept. */
  openFor(userId: string | null): void;
  /** What was chosen, before it is in the list; written when this returns. Answers what forgets it. */
  keepChosen(uploads: readonly Omit<WaitingUpload, 'handle'>[]): () => void;
  /** Of uploads that a list holds now, in one stroke: a folder brings hundreds. */
  keepWaiting(uploads: readonly WaitingUpload[]): void;
  forgetWaiting(keys: readonly string[]): void;
  /** Of what is being uploaded, until it is remembered. */
  holdHandle(key: string, handle: FileSystemFileHandle): void;
  /** The handle leads nowhere any more. */
  dropHandle(key: string): Promise<void>;
  /** The one begun last first. */
  kept(): Promise<KeptUpload[]>;
  noteSent(key: string, sentBytes: number): Promise<void>;
  /** How often something was remembered or forgotten. */
  changes: Readable<number>;
}

/** `tab` names the list of this page. */
export function openUploadMemory(tab: () => string): UploadMemory {
  let person: { userId: string; tables?: Promise<Tables | null> } | null = null;
  async function tables(): Promise<Tables | null> {
    if (!person) return null;
    const of = person;
    const opened = await (of.tables ??= openTables(of.userId));
    // What failed for a moment, as the code that opens them on a lost network, is tried again by whoever asks next.
    if (!opened) delete of.tables;
    return opened;
  }
  const handles = new Map<string, FileSystemFileHandle>();
  const changes = createStore(0);
  const tell = (): void => changes.set(changes.read() + 1);

  function keepChosen(uploads: readonly Omit<WaitingUpload, 'handle'>[]): () => void {
    if (!person) return () => {};
    const savedAt = Date.now();
    return noteChosen(
      person.userId,
      uploads.map(({ key, name, size, lastModified, target }) => ({ key, name, size, lastModified, target, savedAt, tab: tab() })),
    );
  }
  return {
    changes,
    openFor(userId) {
      person = userId === null ? null : { userId };
    },
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
    keepChosen,
    keepWaiting(uploads) {
      const noted = uploads.map((upload): NotedWaiting => ({ ...upload, savedAt: Date.now(), tab: tab() }));
      const written = keepChosen(uploads);
      void tables()
        .then((all) => all?.waiting.bulkPut(noted))
        .then(written);
    },
    forgetWaiting(keys) {
      if (person) forgetChosen(person.userId, new Set(keys));
      void tables().then(async (all) => {
        await all?.waiting.bulkDelete([...keys]);
        tell();
      });
    },
    holdHandle: (key, handle) => void handles.set(key, handle),
    async dropHandle(key) {
      const all = await tables();
      const drop = (upload: { handle?: FileSystemFileHandle }) => void delete upload.handle;
      await all?.uploads.where('key').equals(key).modify(drop);
      await all?.waiting.where('key').equals(key).modify(drop);
      tell();
    },
    async kept() {
      const userId = person?.userId;
      const all = await tables();
      if (!all || userId === undefined) return [];
      const [uploads, waiting] = await Promise.all([all.uploads.toArray(), all.waiting.toArray()]);
      const kept = new Map<string, KeptUpload>(chosenNotes(userId).map((one) => [one.key, { ...one, chosen: true, begun: null }]));
      for (const one of waiting) kept.set(one.key, { ...one, begun: null });
      for (const { md5: _, bucketName, objectKey, uploadId, ...one } of uploads)
        kept.set(one.key, { ...kept.get(one.key), ...one, begun: { bucketName, objectKey, uploadId } });
      return [...kept.values()].sort((a, b) => b.savedAt - a.savedAt);
    },
    noteSent: async (key, sentBytes) => void (await (await tables())?.uploads.update(key, { sentBytes })),
  };
}
