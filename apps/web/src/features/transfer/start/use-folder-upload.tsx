import { useRef } from 'react';
import type { Instance } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { droppedFiles, fromDrop, fromInput, type Chosen } from './chosen.ts';
import { keepUntilSettled, startUpload, type UploadPlace } from './start-upload.ts';
import { DropCard } from './DropCard.tsx';
import { may, refusal } from '../../../items/may.ts';
import type { Through } from '../../../items/file-queries.ts';
import { useFileDrop } from './use-file-drop.ts';

/** The folder that is open, of the list's: what a drop or a choice goes into. */
interface UploadFolder extends Through {
  folderId: string;
  /** Undefined while it is asked for. */
  folder: Instance | undefined;
  title: string;
  /** From the top of the space down to it. */
  crumbs: readonly { name: string }[];
  items: readonly Instance[];
}

/**
 * The ways to put files into the open folder, or by a drop into one of those in it. `ways` is drawn inside the sheet: the card that
 * names where a drop goes, and the browser's own chooser, which `pick` opens.
 */
export function useFolderUpload({ folderId, folder, title, crumbs, items, fileSharingId }: UploadFolder, offline: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const refused = offline ? t('files.offlineReason') : folder && !may(folder, 'upload') ? t('files.notPermitted') : undefined;
  const placeOf = (target: Instance | null): UploadPlace => {
    const path = crumbs.map((crumb) => crumb.name);
    return target
      ? {
          parentId: target.instanceId,
          name: target.instanceName,
          instanceType: target.instanceType,
          path: [...path, target.instanceName],
          fileSharingId,
        }
      : { parentId: folderId, name: title, instanceType: folder?.instanceType ?? '1', path, fileSharingId };
  };
  const upload = (chosen: Chosen, target: Instance | null) => void startUpload(chosen, placeOf(target));
  const pick = (wholeFolder: boolean) => {
    if (!input.current || refused) return;
    input.current.toggleAttribute('webkitdirectory', wholeFolder);
    input.current.click();
  };
  const folderOf = (id: string | null) => items.find((item) => item.instanceId === id && item.classifierId === 'Folder') ?? null;
  const hover = useFileDrop({
    takes: (id) => folderOf(id) !== null,
    onDrop: (transfer, id) => {
      const target = folderOf(id);
      const not = target ? refusal([target], 'upload', offline) : refused;
      if (not) return void toast.warning(not);
      const settled = keepUntilSettled(droppedFiles(transfer), placeOf(target));
      fromDrop(transfer).then(
        (chosen) => {
          upload(chosen, target);
          settled();
        },
        () => toast.error(t('transfer.readFailed')),
      );
    },
  });
  const target = hover ? folderOf(hover.rowId) : null;
  const into = target ?? folder;
  const name = target?.instanceName ?? title;
  const dropRefused = offline ? t('files.dropOffline') : into && !may(into, 'upload') ? t('files.dropRefused', { name }) : undefined;
  const ways = (
    <>
      {hover && <DropCard folder={name} count={hover.count} refused={dropRefused} />}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files) upload(fromInput(files), null);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
  return { refused, pick, targetId: target?.instanceId ?? null, ways };
}
