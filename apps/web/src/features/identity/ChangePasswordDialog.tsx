import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('identity.changePassword')}>
      <ChangePasswordForm
        oldLabel={t('identity.currentPassword')}
        submitLabel={t('identity.changePassword')}
        cancelLabel={t('common.cancel')}
        onCancel={onClose}
        onDone={() => {
          toast.success(t('identity.passwordChanged'));
          onClose();
        }}
      />
    </Dialog>
  );
}
