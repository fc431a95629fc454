/** Public API: administrators edit what the file roles include. Whoever judges reads them through `permission`. */
export { routes } from './routes.ts';
