/** Public API: notifications. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { unreadOf } from './notice-queries.ts';
export { notify, notifyUnlessUnread, settle, welcome } from './notify.ts';
