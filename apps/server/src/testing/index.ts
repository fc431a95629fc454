/** Public API: a company to test against, over real HTTP and PostgreSQL. */
export { bodyOf, Client, encodeFields, RefusedCall, refused } from './client.ts';
export type { Reply } from './client.ts';
export { openCutLine } from './cut-line.ts';
export type { Cut, CutLine } from './cut-line.ts';
export { sessionCookie } from '../http/index.ts';
export { adminPassword, openCompany, peopleAt, Person, personPassword } from './company.ts';
export type { Company, People } from './company.ts';
export { countDeadlocks } from './deadlocks.ts';
export { cpuSince } from './cpu-time.ts';
export { checkFields, freshBytes, hashOf, instantFields, Upload, uploadFile } from './upload-client.ts';
export { Listener } from './listener.ts';
export { placingTasks } from './placing-tasks.ts';
export { plansOf, statementsOf } from './plans.ts';
export { freePort, freshDataFolder, openDatabaseOf, serveEnv, startServer, stopServers } from './server-process.ts';
export type { ServerProcess } from './server-process.ts';
export { coverOf, isItsTurn, leftOut, thorough, turn, turnOf } from './thorough.ts';
export { s3TestStore } from './test-store.ts';
