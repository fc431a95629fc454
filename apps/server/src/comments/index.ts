/** Public API: comments on items. */
export { routes } from './routes.ts';
