import { t } from '../../i18n/index.ts';
import { confirm } from './confirm.ts';

/** Asks before changes that are not saved are lost; at once true if there are none. */
export const confirmDiscard = async (any: boolean): Promise<boolean> =>
  !any ||
  confirm({
    type: 'warning',
    title: t('common.discardTitle'),
    text: t('common.discardText'),
    confirmLabel: t('common.discard'),
    cancelLabel: t('common.keepEditing'),
    danger: true,
  });
