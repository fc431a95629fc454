import { Copy } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { copyLink } from '../actions/copy-link.ts';
import { linkAddress } from '../link/link-path.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { icon } from '../ui/icon.ts';
import styles from './QrDialog.module.css';

const side = 216;

/** The address of the share as a QR code; the password is not in it. */
export default function QrDialog({ onClose }: { onClose(): void }) {
  const address = linkAddress();
  return (
    <Dialog
      title={t('visitor.qrTitle')}
      onClose={onClose}
      actions={
        <Button
          icon={<Copy {...icon} />}
          onClick={() => {
            onClose();
            void copyLink();
          }}
        >
          {t('visitor.copyLink')}
        </Button>
      }
    >
      <div className={styles.code}>
        <QrCode text={address} label={t('visitor.qrCode')} size={side} />
        <p>{t('visitor.qrText')}</p>
      </div>
    </Dialog>
  );
}
