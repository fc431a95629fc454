/** Public API: previews. */
export { routes } from './routes.ts';
