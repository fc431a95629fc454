import { useEffect } from 'react';
import { instanceTypes } from '@alcove/contract';
import type { CurrentUser } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { takesDrops } from './use-file-drop.ts';
import { bringsFiles, fromDrop, type Chosen } from './chosen.ts';

/**
 * Files that are dropped on a screen without a folder: the browser would leave the application to show them. They go to the personal
 * files, if the person agrees.
 */
export function useDropElsewhere(user: CurrentUser | undefined): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (takesDrops() || !bringsFiles(event.dataTransfer) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = user ? 'copy' : 'none';
    };
    const drop = (event: DragEvent) => {
      if (takesDrops() || !bringsFiles(event.dataTransfer) || !event.dataTransfer) return;
      event.preventDefault();
      if (user)
        fromDrop(event.dataTransfer)
          .then((chosen) => upload(chosen, user))
          .catch(() => void toast.error(t('transfer.readFailed')));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [user]);
}

async function upload(chosen: Chosen, user: CurrentUser): Promise<void> {
  const name = t('files.title');
  const n = chosen.files.length + chosen.emptyFolders.length;
  if (!(await confirm({ title: t('transfer.dropTitle', { n, name }), confirmLabel: t('files.upload') }))) return;
  const { startUpload } = await import('./start-upload.ts');
  await startUpload(chosen, { parentId: user.personalRootId, name, instanceType: instanceTypes.personal, path: [name] });
}
