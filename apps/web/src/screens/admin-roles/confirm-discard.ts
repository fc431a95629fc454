import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';

/** Asks before changes that are not saved are lost. */
export const confirmDiscard = async (any: boolean): Promise<boolean> =>
  !any ||
  confirm({
    type: 'warning',
    title: t('adminRoles.discardTitle'),
    text: t('adminRoles.discardText'),
    confirmLabel: t('adminRoles.discard'),
    cancelLabel: t('adminRoles.keepEditing'),
    danger: true,
  });
