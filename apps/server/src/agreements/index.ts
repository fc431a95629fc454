/** Public API: the agreements of the company, their versions, and who accepted them. */
export { routes } from './routes.ts';
