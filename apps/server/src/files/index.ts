/** The public API of files and folders as a tree. */
export { listsChangedBy, failedItem, openTarget, requireName } from './change.ts';
export { deleteInstances, deleteReferences, haveUploads } from './delete-queries.ts';
export { countFiles } from './file-count-queries.ts';
export { createSpace, createSpaces } from './create-space.ts';
export { findChild, lockChildFile, lockFile, lockFolder, isNameTaken } from './file-queries.ts';
export { fileColumns, fileRow, insertCopies, insertFiles, insertFolder } from './insert-queries.ts';
export type { NewCopy, NewFile } from './insert-queries.ts';
export type { FileDeps } from './deps.ts';
export { createFolder, createFolderTree } from './make-folders.ts';
export { pageOfFolder, showInstance } from './list.ts';
export { lockForBin, putInBin } from './put-in-bin.ts';
export { ChangedMeanwhile, whileNamesChange } from './retry-names.ts';
export { freeName, heightOf, lockTrees, requireFits, requireLevel } from './tree-queries.ts';
export { marksOf, marksOfSet } from './mark-queries.ts';
export type { Marks } from './mark-queries.ts';
export { aboveChildrenOf, narrowItems, presentItem } from './present.ts';
export { routes } from './routes.ts';
