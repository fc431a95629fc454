/** The door: people, their sessions and how they sign in. */
export { jobs } from './jobs.ts';
export { drawPassword, ensureAdministrator, serverSecret } from './first-start.ts';
export { readKnownBrowser } from './known-browser.ts';
export { hashPassword } from './passwords.ts';
export { createPerson } from './people.ts';
export type { NewPerson } from './people.ts';
export { resetPassword } from './reset-password.ts';
export { routes } from './routes.ts';
export { openSessionCache } from './session-cache.ts';
export { openSession, sessionStands, stillOpen } from './sessions.ts';
export type { SessionTimes } from './sessions.ts';
