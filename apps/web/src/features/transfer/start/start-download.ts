import { calls, limits, type Instance } from '@alcove/contract';
import { call, queryClient } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { transferPanelView } from '../panel/panel-view.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { asTransferFailure } from '../browser/transfer-failure.ts';
import { transfers } from '../transfers.ts';
import { downloadHint } from './plugin.ts';
import { clientOffered } from '../../../api/desktop-client.ts';
import { foldersRefused, isFolder, mayDownloadFolders } from '../../../items/folder-download.ts';
import { canChoosePlace, choosePlaces } from '../browser/save-places.ts';
import { openHidden } from './open-hidden.ts';
import { judgeDownload, type DownloadRefusal } from './download-rules.ts';
import { failureText } from '../../../items/file-actions.ts';
import { through } from '../../../items/file-queries.ts';

export function refusalText(refusal: DownloadRefusal): string {
  switch (refusal.because) {
    case 'nothing':
      return t('files.nothingToDownload');
    case 'folder':
      return refusal.shared ? t('files.folderDownloadPublic') : foldersRefused();
    case 'tooMany':
      return t('files.tooManyToDownload', { limit: refusal.limit });
    case 'tooLarge':
      return t(clientOffered() ? 'files.tooLargeUseClient' : 'files.tooLargeToDownload', { name: refusal.name });
    default:
      return refusal satisfies never;
  }
}

async function suggestClient(items: readonly Instance[]): Promise<void> {
  const hint = await downloadHint(Math.max(...items.map(({ fileSize }) => fileSize)));
  if (!hint) return;
  const { text, address } = hint;
  toast({
    text,
    tone: 'info',
    ...(address && { action: { label: t('transfer.getClient'), run: () => void window.open(address, '_blank', 'noopener') } }),
  });
}

/** One call per file; what holds a folder comes as one ZIP. `version`: an old one of the one file. Tells refusals and failures itself. */
export async function startDownload(items: readonly Instance[], version?: number): Promise<void> {
  const verdict = judgeDownload(items, { shared: false, publicPage: false, folders: mayDownloadFolders() });
  if (verdict.refusal) return void toast.warning(refusalText(verdict.refusal));
  if (
    verdict.ask &&
    clientOffered() &&
    !(await confirm({
      type: 'info',
      title: t('files.manyDownloadsTitle', { n: items.length }),
      text: t('files.manyDownloadsText'),
      confirmLabel: t('files.downloadOnWeb'),
    }))
  )
    return;
  void suggestClient(items);
  try {
    if (items.some(isFolder)) await downloadArchive(items);
    else await (asksForPlace(items) ? saveToPlaces(items, version) : handToBrowser(items, version));
  } catch (error) {
    toast.error(failureText(error));
  }
}

const asksEachTime = (): boolean => queryClient.getQueryData(currentUserQuery.queryKey)?.commonSettings.askDownloadPath === true;

/** A large file takes long enough to be worth its place, a pause and a way on after a broken line. */
const asksForPlace = (items: readonly Instance[]): boolean => {
  if (!canChoosePlace()) return false;
  return asksEachTime() || (items.length === 1 && items[0]!.fileSize >= limits.bytesBeforeClientSuggestion);
};

const linkOf = (item: Instance, version: number | undefined, signal?: AbortSignal) =>
  call(calls.download.download, { instanceId: item.instanceId, ...through(item), ...(version !== undefined && { version }) }, { signal });

async function saveToPlaces(items: readonly Instance[], version: number | undefined): Promise<void> {
  const sinks = await choosePlaces(items.map(({ instanceName }) => instanceName));
  if (!sinks) return;
  const { downloads } = await transfers();
  items.forEach((item, index) => {
    const link = async (signal: AbortSignal) => {
      const { url, fileSize } = await linkOf(item, version, signal).catch(asTransferFailure);
      return { url, size: fileSize };
    };
    downloads.add({ name: item.instanceName, size: item.fileSize, link, sink: sinks[index]! }, () => void record(item));
  });
  transferPanelView.change({ open: true, folded: false, tab: 'downloads' });
}

async function downloadArchive(items: readonly Instance[]): Promise<void> {
  const instanceIds = items.map(({ instanceId }) => instanceId);
  const [first] = items;
  if (!first) return;
  const asks = canChoosePlace() && asksEachTime();
  const sinks = asks ? await choosePlaces([`${items.length === 1 ? first.instanceName : t('files.archiveName')}.zip`]) : [];
  if (!sinks) return;
  const wanted = { instanceIds, ...through(first) };
  const { url, fileName, fileSize, skipped } = await call(calls.download.folderDownload, wanted);
  if (skipped.length > 0) toast.warning(t('files.archiveSkipped', { n: skipped.length }));
  const [sink] = sinks;
  const noted = { ...first, instanceName: fileName, fileSize };
  if (!sink) {
    openHidden(url);
    await record(noted);
    toast.success(t('files.downloadStarted', { name: fileName }));
    return;
  }
  const link = async (signal: AbortSignal) => {
    const again = await call(calls.download.folderDownload, wanted, { signal }).catch(asTransferFailure);
    return { url: again.url, size: again.fileSize };
  };
  const { downloads } = await transfers();
  downloads.add({ name: fileName, size: fileSize, link, sink }, () => void record(noted));
  transferPanelView.change({ open: true, folded: false, tab: 'downloads' });
}

async function handToBrowser(items: readonly Instance[], version: number | undefined): Promise<void> {
  let started = 0;
  const { downloads } = await transfers();
  await downloads.handOver(items, async (item) => {
    try {
      const { url } = await linkOf(item, version);
      openHidden(url);
      started += 1;
      void record(item);
    } catch (error) {
      toast.error(failureText(error));
    }
  });
  const [only] = items;
  if (started > 0 && only)
    toast.success(
      items.length === 1 ? t('files.downloadStarted', { name: only.instanceName }) : t('files.downloadsStarted', { n: started }),
    );
}

const record = async (item: Instance): Promise<void> =>
  (await transfers()).finished.add({
    filename: item.instanceName,
    fileSize: item.fileSize,
    parentNames: [],
    parentId: null,
    fileId: item.instanceId,
  });
