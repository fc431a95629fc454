import { dropRecords, keepRecords, keptRecords, type FinishedRecord } from './transfer-store.ts';

let records: readonly FinishedRecord[] = [];
const listeners = new Set<() => void>();
function show(next: readonly FinishedRecord[]): void {
  records = next;
  for (const listener of listeners) listener();
}

/** Written together: a folder of small files ends dozens a second. */
let unwritten: FinishedRecord[] = [];
let writing: ReturnType<typeof setTimeout> | undefined;
function write(): void {
  clearTimeout(writing);
  writing = undefined;
  const batch = unwritten;
  unwritten = [];
  if (batch.length > 0) void keepRecords(batch);
}
window.addEventListener('pagehide', write);

/** The finished list, newest first; kept in this browser for 30 days. */
export const finished = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => records,
  async load() {
    write();
    show([]);
    const kept = await keptRecords();
    const known = new Set(records.map((record) => record.id));
    show([...records, ...kept.filter((record) => !known.has(record.id))]);
  },
  add(record: FinishedRecord) {
    show([record, ...records]);
    unwritten.push(record);
    writing ??= setTimeout(write, 300);
  },
  async clear() {
    unwritten = [];
    show([]);
    await dropRecords();
  },
};
