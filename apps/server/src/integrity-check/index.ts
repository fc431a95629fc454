/** Public API: checks whether the stored data is consistent. */
export { checkData } from './check-data.ts';
export { Findings } from './findings.ts';
export type { Finding } from './findings.ts';
export { inLanes } from './lanes.ts';
export { check, exitCodes, runCheck } from './run-check.ts';
