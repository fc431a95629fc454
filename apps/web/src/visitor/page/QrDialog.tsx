import { t } from '../../i18n/index.ts';
import { Dialog } from '../ui/Dialog.tsx';

/** The address of the share as a QR code. */
export default function QrDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('visitor.qrTitle')} onClose={onClose}>
      <p>{t('visitor.qrText')}</p>
    </Dialog>
  );
}
