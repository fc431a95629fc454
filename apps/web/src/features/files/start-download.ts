import { calls, limits, type Instance } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { downloads } from '../transfer/downloads.ts';
import { finished } from '../transfer/finished.ts';
import { judgeDownload, type DownloadRefusal } from './download-rules.ts';
import { failureText } from './file-actions.ts';

export function refusalText(refusal: DownloadRefusal): string {
  switch (refusal.because) {
    case 'nothing':
      return t('files.nothingToDownload');
    case 'folder':
      return t(refusal.shared ? 'files.folderDownloadPublic' : 'files.folderDownload');
    case 'tooMany':
      return t('files.tooManyToDownload', { limit: refusal.limit });
    case 'tooLarge':
      return t('files.tooLargeToDownload', { name: refusal.name });
    default:
      return refusal satisfies never;
  }
}

/** Starts the browser's own download without leaving the page; the frame goes after ten minutes. */
function openHidden(url: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = '';
  frame.src = url;
  document.body.append(frame);
  setTimeout(() => frame.remove(), limits.downloadFrameMs);
}

const windows = /Windows/i.test(navigator.userAgent);
/** Links asked for at the same time. */
const parallel = 3;

/** One call per file. Tells refusals and failures itself. */
export async function startDownload(items: readonly Instance[]): Promise<void> {
  const verdict = judgeDownload(items, { shared: false, publicPage: false, windows });
  if (verdict.refusal) return void toast.warning(refusalText(verdict.refusal));
  if (
    verdict.ask &&
    !(await confirm({
      type: 'info',
      title: t('files.manyDownloadsTitle', { n: items.length }),
      text: t('files.manyDownloadsText'),
      confirmLabel: t('files.downloadOnWeb'),
    }))
  )
    return;
  if (verdict.suggestClient) toast({ text: t('files.largeDownload'), tone: 'info' });
  const waiting = [...items];
  let started = 0;
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const id = crypto.randomUUID();
      downloads.add({ id, name: item.instanceName, size: item.fileSize });
      try {
        const { url } = await call(calls.download.download, { instanceId: item.instanceId });
        openHidden(url);
        started += 1;
        finished.add({
          id,
          filename: item.instanceName,
          fileSize: item.fileSize,
          transferType: 'download',
          parentNames: [],
          parentId: null,
          fileId: item.instanceId,
          finishedAt: Date.now(),
        });
      } catch (error) {
        toast.error(failureText(error));
      } finally {
        downloads.remove(id);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  const [only] = items;
  if (started > 0 && only)
    toast.success(
      items.length === 1 ? t('files.downloadStarted', { name: only.instanceName }) : t('files.downloadsStarted', { n: started }),
    );
}
