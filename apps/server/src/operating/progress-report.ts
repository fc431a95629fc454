import type { ProgressLine } from './progress.ts';

/** What a command tells while it works. */
export type Report = { kind: 'table'; table: string } | ({ kind: 'objects' } & ProgressLine);
