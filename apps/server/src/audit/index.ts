/** Public API of the audit log: every call passes `carryOut`; jobs and use cases with transactions of their own write their entries. */
export { carryOut, recordRefusal, recordRefusedAddress } from './record-call.ts';
export { newRefusals } from './refused-address.ts';
export { factsColumns, insertEntriesOfFiles } from './audit-queries.ts';
export { addBefore, addDetail, enter, enterAs, factsRowOfRequest, requestFrom } from './scope.ts';
export { deviceNamed, factsOfSystem, factsOfTask } from './request-facts.ts';
export { openWriter } from './writer.ts';
export type { WriterState } from './writer.ts';
