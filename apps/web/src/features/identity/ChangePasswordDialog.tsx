import { Modal } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('identity.changePassword')} closeButtonProps={{ 'aria-label': t('common.close') }}>
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
    </Modal>
  );
}
