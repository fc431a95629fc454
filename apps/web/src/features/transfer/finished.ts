import { dropRecords, keepRecord, keptRecords, type FinishedRecord } from './transfer-store.ts';

let records: readonly FinishedRecord[] = [];
const listeners = new Set<() => void>();
function show(next: readonly FinishedRecord[]): void {
  records = next;
  for (const listener of listeners) listener();
}

/** The finished list, newest first; kept in this browser for 30 days. */
export const finished = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => records,
  async load() {
    show([]);
    const kept = await keptRecords();
    const known = new Set(records.map((record) => record.id));
    show([...records, ...kept.filter((record) => !known.has(record.id))]);
  },
  add(record: FinishedRecord) {
    show([record, ...records]);
    void keepRecord(record);
  },
  async clear() {
    show([]);
    await dropRecords();
  },
};
