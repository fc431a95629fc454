import { previewKindOf, type Instance } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import { toast } from '../ui/toast/toast.ts';
import { refusal } from './may.ts';

/** Previews a file of a list with many folders, or shows why that is not possible. */
export function previewOrSay(item: Instance, offline: boolean, preview: (item: Instance) => void): void {
  const refused = previewKindOf(item.instanceName) ? refusal([item], 'preview', offline) : t('preview.unsupported');
  if (refused) toast.warning(refused);
  else preview(item);
}
