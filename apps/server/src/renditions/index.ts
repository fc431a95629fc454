/** Public API: renditions of contents for previews, made by confined programs. */
export { jobs } from './jobs.ts';
export { renditionPrograms } from './converters.ts';
export type { EntryKind, Pixels, Refusal, RenditionKind, Source } from './converter.ts';
export { documentAsPdf } from './documents/as-pdf.ts';
export { documentText } from './documents/document-text.ts';
export { sourceOf } from './source.ts';
export { openRenditions } from './open-renditions.ts';
export type { Renditions } from './open-renditions.ts';
export { someoneWaitsForDocument } from './rendition-queries.ts';
export type { RenditionState } from './rendition-queries.ts';
