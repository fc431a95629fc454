/** The door: files and folders as a tree. */
export { requireName } from './change.ts';
export { findChild, holdFolder, isNameTaken } from './file-queries.ts';
export { showInstance } from './list.ts';
export { presentPlace } from './present.ts';
export { fileRoutes } from './routes.ts';
