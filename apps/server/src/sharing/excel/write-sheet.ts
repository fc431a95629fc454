import { inSheetThread } from './sheet-thread.ts';

/**
 * An .xlsx of one sheet: its name, and rows of plain text, the head first. Nothing in it is a formula, whatever it begins with.
 * Throws TOO_MANY_REQUESTS.
 */
export const writeSheet = async (name: string, rows: readonly (readonly string[])[]): Promise<Buffer> =>
  Buffer.from(await inSheetThread<Uint8Array>('./write-worker.ts', { name, rows }));
