import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { NoAccess } from '../../features/access-requests/NoAccess.tsx';
import { Breadcrumb } from '../../items/Breadcrumb.tsx';
import { FileAlone } from './FileAlone.tsx';
import type { FileBrowserProps } from './FileBrowser.tsx';
import type { OpenFolder } from './use-folder.ts';
import type { usePreview } from '../item-list/use-preview.tsx';
import styles from './FileBrowser.module.css';

interface NoFolderProps extends Pick<FileBrowserProps, 'rootName' | 'home'> {
  open: OpenFolder;
  onOpen(id: string | null): void;
  preview: ReturnType<typeof usePreview>;
}

/** Shown when the address leads to no folder: either it is hidden from the reader, or it is a file, shown by itself. */
export function NoFolder({ rootName, home, open, onOpen, preview: { preview, overlay } }: NoFolderProps): ReactNode {
  const { crumbs, atTop, closed, file, folderId, page } = open;
  const phone = usePhone();
  const way = home && atTop ? home : { name: rootName, onOpen: () => onOpen(null) };
  return (
    <Sheet className={styles.browser}>
      <Breadcrumb
        crumbs={closed ? [...(atTop ? [] : crumbs.slice(0, 1)), { id: folderId, name: t('accessRequests.closedName') }] : crumbs}
        home={home}
        onOpen={onOpen}
        compact={phone}
      />
      {file ? <FileAlone file={file} onPreview={preview} up={way} /> : <NoAccess instanceId={folderId} error={page.error} up={way} />}
      {overlay}
    </Sheet>
  );
}
