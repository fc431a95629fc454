/** The door: a company to test against, over real HTTP and PostgreSQL. */
export { bodyOf, Client, encodeFields, Refused, refused } from './client.ts';
export type { Reply } from './client.ts';
export { openCutLine } from './cut-line.ts';
export type { CutLine } from './cut-line.ts';
export { adminPassword, openCompany, Person, personPassword } from './company.ts';
export type { Company } from './company.ts';
export { countDeadlocks } from './deadlocks.ts';
export { cpuSince } from './cpu-time.ts';
export { checkFields, freshBytes, hashOf, instantFields, Upload, uploadFile } from './upload-client.ts';
export type { InstantOffer, UploadPlan } from './upload-client.ts';
export { Listener } from './listener.ts';
export { freePort, freshDataFolder, openDatabaseOf, startServer } from './server-process.ts';
export type { ServerProcess } from './server-process.ts';
export { s3TestStore } from './test-store.ts';
