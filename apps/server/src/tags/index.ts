/** Public API: tags on items. */
export { routes } from './routes.ts';
