import { t } from '../../i18n/index.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { linkAddress } from '../link/link-path.ts';

/** Copies the address of the share: without the password, and without the folder at hand. */
export async function copyLink(): Promise<void> {
  if (await copyText(linkAddress())) toast.success(t('visitor.copied'));
  else toast.error(t('visitor.copyFailed'));
}
