/** Public API: how sensitive people say that an item is. */
export { routes } from './routes.ts';
export { changeLevel } from './set-sensitivity.ts';
