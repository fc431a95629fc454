/** The door: whether what is stored hangs together. */
export { checkData } from './check-data.ts';
export type { Finding } from './check-data.ts';
export { runCheck } from './run-check.ts';
