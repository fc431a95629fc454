/** Public API: people, their sessions and how they sign in. */
export { jobs } from './jobs.ts';
export { generatePassword, ensureAdministrator, serverSecret } from './first-start.ts';
export { createAdministrator } from './create-administrator.ts';
export { drawSecrets } from './first-secret.ts';
export { readKnownBrowser } from './known-browser.ts';
export { hashPassword, passwordFits } from './passwords.ts';
export { forgetAttempts, takeAttemptOf } from './slow-down.ts';
export { setPasswordHash } from './user-queries.ts';
export { createPeople, createPerson } from './people.ts';
export type { NewPerson, ReadyPerson } from './people.ts';
export { resetPassword } from './reset-password.ts';
export { routes } from './routes.ts';
export { openSessionCache } from './session-cache.ts';
export { sessionStands, stillOpen } from './session-queries.ts';
export type { SessionTimes } from './session-queries.ts';
export { openSession } from './sessions.ts';
export { endSessionsOf, sessionsOf } from './sessions-of.ts';
