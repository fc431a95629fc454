/**
 * The transfers of this page, from wherever something is sent or fetched. They are opened with the first need of them, so that no
 * first load carries the engine: `main.tsx` says with what.
 */
import { currentUserQuery } from '../../api/current-user.ts';
import { queryClient } from '../../api/index.ts';
import type { BrowserPorts } from './browser/ports.ts';
import type { Transfers } from './queue/open.ts';

let load: (() => Promise<BrowserPorts>) | null = null;
let opening: Promise<Transfers> | null = null;
let opened: Transfers | null = null;

/** Called once, before anything is shown. */
export function openTransfers(ports: () => Promise<BrowserPorts>): void {
  load = ports;
}

async function open(): Promise<Transfers> {
  if (!load) throw new Error('openTransfers was not called');
  const user = queryClient.ensureQueryData(currentUserQuery);
  const [{ openQueues }, ports, { userId }] = await Promise.all([import('./queue/open.ts'), load(), user]);
  const all = openQueues(ports);
  // Before anyone can add a file: what is added for nobody would be lost by a reload.
  all.of(userId);
  return (opened = all);
}

/** The same promise each time. Rejects when their code cannot be loaded; the next call tries again. */
export function transfers(): Promise<Transfers> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Null: nothing has needed them yet. For what has to be done before anything is awaited. */
export const transfersNow = (): Transfers | null => opened;
