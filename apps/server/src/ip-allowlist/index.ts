/** Public API: administrators restrict from which addresses people, visitors and parts of the product are reached. */
export { allowlistOff } from './allowlist-off.ts';
export { routes } from './routes.ts';
