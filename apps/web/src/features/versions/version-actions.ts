import { calls, type FileVersion, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText, refreshFiles } from '../../items/file-actions.ts';
import { through } from '../../items/file-queries.ts';
import { startDownload } from '../transfer/start/start-download.ts';
import { refreshCapacity } from '../../api/current-user.ts';

/** Changes to versions. Each shows its own outcome and refetches afterwards. */

const changed = (): void => {
  refreshFiles();
  refreshCapacity();
};

/** Makes an old version current, as a new version. Undo restores the previous content the same way, so nothing is lost. */
export async function restoreVersion(item: Instance, version: number, undoes = false): Promise<void> {
  try {
    const { version: made } = await call(calls.version.restore, { instanceId: item.instanceId, version, ...through(item) });
    if (made === item.version) toast.success(t('versions.sameContent', { n: version }));
    else
      toast.success(
        undoes ? t('versions.undone') : t('versions.restored', { n: version }),
        undoes ? undefined : { label: t('common.undo'), run: () => void restoreVersion({ ...item, version: made }, item.version, true) },
      );
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    changed();
  }
}

export async function removeVersion(item: Instance, { version }: FileVersion): Promise<void> {
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t('versions.removeTitle', { n: version, name: item.instanceName }),
    text: t('versions.removeText'),
    confirmLabel: t('versions.removeConfirm', { n: version }),
  });
  if (!agreed) return;
  try {
    await call(calls.version.remove, { instanceId: item.instanceId, version, ...through(item) });
    toast.success(t('versions.removed', { n: version }));
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    changed();
  }
}

export const downloadVersion = (item: Instance, { version, fileSize }: Pick<FileVersion, 'version' | 'fileSize'>): Promise<void> =>
  startDownload([{ ...item, version, fileSize }], version);
