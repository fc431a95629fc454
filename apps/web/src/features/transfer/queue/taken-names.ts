import type { UploadRequest, UploadTarget } from '@alcove/transfer';
import { t } from '../../../i18n/index.ts';
import { askConflict, type Batch, type Choice } from '../../../items/conflicts.ts';
import type { BrowserFile } from '../browser/file-source.ts';

/** The batch that an upload was chosen in: one answer may hold for all of it. */
const batches = new WeakMap<UploadTarget, Batch>();
export const inBatch = (target: UploadTarget, batch: Batch): UploadTarget => {
  batches.set(target, batch);
  return target;
};

/** A file is never merged: its folder is there by then. */
export const onConflict = ({ does }: Choice): 'version' | 'rename' => (does === 'version' ? 'version' : 'rename');

/** Asks what to do with an upload whose name the server found taken; null: it is given up. */
export async function settleTaken({ source, target }: UploadRequest): Promise<UploadRequest | null> {
  const batch = batches.get(target) ?? { standing: null };
  const folderName = target.path?.at(-1) ?? t('files.title');
  const answer = await askConflict({ source: source as BrowserFile, here: null, parentId: target.parentId, folderName }, -1, batch);
  if (!answer || answer.choice.does === 'skip') return null;
  return { source, target: inBatch({ ...target, onConflict: onConflict(answer.choice) }, batch) };
}
