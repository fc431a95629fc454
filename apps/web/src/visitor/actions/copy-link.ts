import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { linkAddress } from '../link/link-path.ts';

/** Copies the address of the share: without the password, and without the folder at hand. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkAddress());
    toast.success(t('visitor.copied'));
  } catch {
    toast.error(t('visitor.copyFailed'));
  }
}
