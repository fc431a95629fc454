import { previewKindOf, type Instance } from '@alcove/contract';
import { t } from '../i18n/index.ts';
import { toast } from '../ui/toast/toast.ts';
import { refusal } from './may.ts';

/** Looks at a file out of a list of many folders, or says why that cannot be. */
export function previewOrSay(item: Instance, offline: boolean, preview: (item: Instance) => void): void {
  const refused = previewKindOf(item.instanceName) ? refusal([item], 'preview', offline) : t('preview.unsupported');
  if (refused) toast.warning(refused);
  else preview(item);
}
