/** Public API: the items that a person has starred. */
export { routes } from './routes.ts';
