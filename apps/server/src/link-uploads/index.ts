/** Public API: what the visitors of external links upload. */
export { routes } from './routes.ts';
