/** The door: who can get at an item, and why. */
export { routes } from './routes.ts';
export { explain } from './report-access.ts';
