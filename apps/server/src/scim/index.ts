/** Public API: platforms push people and groups (SCIM 2.0). */
export { jobs } from './jobs.ts';
export { serveScim } from './serve-scim.ts';
