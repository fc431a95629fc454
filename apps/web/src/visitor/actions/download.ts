import type { LinkInstance } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { judgeDownload, type DownloadRefusal } from '../../features/transfer/start/download-rules.ts';
import { openHidden } from '../../features/transfer/start/open-hidden.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { dismissToast, toast } from '../../ui/toast/toast.ts';
import { downloadRefusal } from '../list/refusals.ts';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';

export function failureText(error: unknown): string {
  const message = failureMessage(error, t('errors.unknown'));
  return error instanceof CallFailed && error.errcode > 0 ? t('files.failedWithCode', { message, code: error.errcode }) : message;
}

function refusalText(refusal: DownloadRefusal): string {
  switch (refusal.because) {
    case 'nothing':
      return t('files.nothingToDownload');
    case 'folder':
      return t('files.folderDownloadPublic');
    case 'tooMany':
      return t('files.tooManyToDownload', { limit: refusal.limit });
    case 'tooLarge':
      return t('files.tooLargeToDownload', { name: refusal.name });
    default:
      return refusal satisfies never;
  }
}

/** The items that may go out. Says how many stay, and why if it is all of them. */
function allowedOf(items: readonly LinkInstance[]): readonly LinkInstance[] {
  const allowed = items.filter((item) => downloadRefusal(item) === undefined);
  const [first] = items;
  if (first && allowed.length === 0) toast.warning(downloadRefusal(first));
  else if (allowed.length < items.length) toast.warning(t('visitor.stillVerifying', { n: items.length - allowed.length }));
  return allowed;
}

/** One call per file (specification 1 section 4), by the rules of the public page. A folder can come as a ZIP. Tells refusals and failures itself. */
export async function download(chosen: readonly LinkInstance[]): Promise<void> {
  const items = allowedOf(chosen);
  if (items.length === 0 && chosen.length > 0) return;
  const verdict = judgeDownload(items, { shared: true, publicPage: true, folders: false });
  if (verdict.refusal) {
    const text = refusalText(verdict.refusal);
    if (verdict.refusal.because !== 'folder') return void toast.warning(text);
    return void toast({ text, tone: 'warning', action: { label: t('visitor.downloadZip'), run: () => void downloadZip(chosen) } });
  }
  if (verdict.ask && !(await agreesToMany(items.length))) return;
  let started = 0;
  for (const { instanceId } of items) {
    try {
      openHidden((await asVisitor(linkCalls.download, { instanceId })).url);
      started += 1;
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  const [only] = items;
  if (started === 0 || !only) return;
  toast.success(items.length === 1 ? t('files.downloadStarted', { name: only.instanceName }) : t('files.downloadsStarted', { n: started }));
}

const agreesToMany = (n: number): Promise<boolean> =>
  confirm({
    type: 'info',
    title: t('files.manyDownloadsTitle', { n }),
    text: t('visitor.manyText'),
    confirmLabel: t('files.downloadOnWeb'),
  });

/** All of it as one ZIP, which the server streams. */
export async function downloadZip(chosen: readonly LinkInstance[]): Promise<void> {
  const items = allowedOf(chosen);
  if (items.length === 0 && chosen.length > 0) return;
  const verdict = judgeDownload(items, { shared: true, publicPage: true, folders: true });
  if (verdict.refusal) return void toast.warning(refusalText(verdict.refusal));
  const waiting = toast({ text: t('visitor.zipPreparing'), tone: 'busy', duration: Infinity });
  try {
    const { url, fileName, skipped } = await asVisitor(linkCalls.queryFolderDownload, {
      instanceIds: items.map(({ instanceId }) => instanceId),
    });
    openHidden(url);
    toast.success(t('files.downloadStarted', { name: fileName }));
    if (skipped.length > 0) toast.warning(t('files.archiveSkipped', { n: skipped.length }));
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    dismissToast(waiting);
  }
}
