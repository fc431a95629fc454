/** The door: tags on items. */
export { routes } from './routes.ts';
