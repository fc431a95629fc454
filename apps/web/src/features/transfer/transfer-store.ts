import type { Table } from 'dexie';
import { limits } from '@alcove/contract';
import type { MemoryPort, RememberedUpload } from '@alcove/transfer';

/** What this browser keeps for one person: unfinished uploads, so that they resume; here with what only a browser knows of them. */
export interface KeptUpload extends RememberedUpload {
  handle?: FileSystemFileHandle;
  /** How far it got, as it was last noted. */
  sentBytes?: number;
}
interface Tables {
  uploads: Table<KeptUpload, string>;
}

let person: string | null = null;
let opened: { person: string; tables: Promise<Tables | null> } | null = null;

export function keepFor(userId: string | null): void {
  person = userId;
}

/** Null when nobody is signed in or the browser forbids storage: transfers then work, and are forgotten with the page. */
function tables(): Promise<Tables | null> {
  if (person === null) return Promise.resolve(null);
  if (opened?.person === person) return opened.tables;
  const name = `alcove-transfers-${person}`;
  const opening = import('dexie')
    .then(async ({ Dexie }) => {
      const database = new Dexie(name);
      database.version(1).stores({ uploads: 'key, savedAt' });
      const made: Tables = { uploads: database.table('uploads') };
      const oldest = Date.now() - limits.recordDays * 86_400_000;
      await made.uploads.where('savedAt').below(oldest).delete();
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

/** The one begun last first. */
export const keptUploads = async (): Promise<KeptUpload[]> =>
  (await (await tables())?.uploads.orderBy('savedAt').reverse().toArray()) ?? [];
export const noteSent = async (key: string, sentBytes: number): Promise<void> =>
  void (await (await tables())?.uploads.update(key, { sentBytes }));
/** The handle leads nowhere any more. */
export async function dropHandle(key: string): Promise<void> {
  await (
    await tables()
  )?.uploads
    .where('key')
    .equals(key)
    .modify((upload) => void delete upload.handle);
  tell();
}
