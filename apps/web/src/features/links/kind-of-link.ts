import type { Link } from '@alcove/contract';
import { kindOfName } from '../../items/file-kind.ts';
import type { FileKind } from '../../ui/marks/FileIcon.tsx';

/** The icon of what a link leads to. A folder that collects uploads is drawn plain: nobody sees what is in it. */
export function kindOfLink({ instances: [item], permissions }: Pick<Link, 'instances' | 'permissions'>): FileKind {
  if (!item || item.classifierId === 'Folder') return permissions.includes('upload') ? 'folder' : 'folderLink';
  return kindOfName(item.instanceName);
}
