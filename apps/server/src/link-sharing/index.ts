/** Public API: external links as their creators make, change and withdraw them. */
export { routes } from './routes.ts';
