import type { Table } from 'dexie';
import { limits } from '@alcove/contract';
import type { MemoryPort, RememberedUpload } from '@alcove/transfer';

/** What this browser keeps for one person: unfinished uploads, so that they resume. */
interface Tables {
  uploads: Table<RememberedUpload, string>;
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

export const memoryPort: MemoryPort = {
  recall: async (key) => (await (await tables())?.uploads.get(key)) ?? null,
  remember: async (upload) => void (await (await tables())?.uploads.put(upload)),
  forget: async (key) => void (await (await tables())?.uploads.delete(key)),
};
