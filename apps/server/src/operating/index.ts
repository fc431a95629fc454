/** Public API: what an operator does with a whole installation, from the terminal. */
export { runBackup, runDrill, runMoveDatabase, runMoveStore, runPacedCheck, runRestore, runVerifyContents } from './commands.ts';
export { jobs } from './jobs.ts';
export { newestBackup } from './newest-backup.ts';
export type { Given } from './commands.ts';
