/** The door: files and folders as a tree. */
export { failedItem, requireName } from './change.ts';
export { findChild, holdFolder, isNameTaken } from './file-queries.ts';
export { showInstance } from './list.ts';
export { marksOf } from './marks.ts';
export type { Marks } from './marks.ts';
export { presentPlace } from './present.ts';
export { fileRoutes } from './routes.ts';
