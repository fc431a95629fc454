/** The door: files shown in the page. */
export { routes } from './routes.ts';
