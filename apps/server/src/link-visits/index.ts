/** Public API: what the visitors of external links see and take. */
export { routes } from './routes.ts';
