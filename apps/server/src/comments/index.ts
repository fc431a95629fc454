/** The door: what people say about items. */
export { routes } from './routes.ts';
