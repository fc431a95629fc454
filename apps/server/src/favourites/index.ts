/** The door: what a person has starred. */
export { routes } from './routes.ts';
