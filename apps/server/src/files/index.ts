/** The door: files and folders as a tree. */
export { requireName } from './change.ts';
export { findChild, findPersonalRoot, holdFolder, isNameTaken } from './file-queries.ts';
export { showInstance } from './list.ts';
export { fileRoutes } from './routes.ts';
