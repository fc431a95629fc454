/** Public API: whom a change of a role would concern, before it is saved. */
export { routes } from './routes.ts';
