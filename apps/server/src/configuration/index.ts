/** Public API: the service configuration, as administrators change it. `database` reads it for everybody. */
export { routes } from './routes.ts';
