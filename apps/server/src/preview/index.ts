/** Public API: previews. */
export { previewOpened } from './preview.ts';
export type { PreviewDeps } from './preview.ts';
export { routes } from './routes.ts';
