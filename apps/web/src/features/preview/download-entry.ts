import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../../items/file-actions.ts';
import { through } from '../../items/file-queries.ts';
import { openHidden } from '../transfer/start/open-hidden.ts';
import type { PreviewedItem } from './preview-source.tsx';

const askAgainMs = 1500;

/** Downloads one entry of an archive; unpacking a large one takes a while. Shows its own failures. */
export async function downloadEntry(item: PreviewedItem, version: number | undefined, entry: number): Promise<void> {
  const fields = { instanceId: item.instanceId, ...through(item), ...(version !== undefined && { version }), entry };
  try {
    let answer = await call(calls.download.downloadEntry, fields);
    if (!('url' in answer)) toast({ text: t('preview.unpacking', { name: answer.fileName }), tone: 'info' });
    while (!('url' in answer)) {
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
      answer = await call(calls.download.downloadEntry, fields);
    }
    openHidden(answer.url);
    toast.success(t('files.downloadStarted', { name: answer.fileName }));
  } catch (error) {
    toast.error(failureText(error));
  }
}
