/** Public API: the accounts of people, as administrators manage them. */
export { routes } from './routes.ts';
