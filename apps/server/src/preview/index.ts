/** Public API: previews. */
export { previewLink, previewOpened } from './preview.ts';
export type { PreviewDeps } from './preview.ts';
export { thumbnails } from './thumbnails.ts';
export { routes } from './routes.ts';
