/** Public API: administrators find files in all spaces and manage them. */
export { routes } from './routes.ts';
