import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import type { Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { saveQrCode } from '../../ui/qr-code/save-qr-code.ts';
import { usePhone } from '../../ui/use-media.ts';
import type { DialogFrame } from './link-dialogs.ts';
import styles from './links.module.css';

/** The QR codes of links, to be scanned from the screen or saved as pictures. */
export default function QrCodesDialog({ links, ...frame }: DialogFrame & { links: readonly Link[] }) {
  const [first] = links;
  const alone = links.length === 1 && first;
  return (
    <Dialog
      {...frame}
      size={alone ? 360 : 640}
      fullScreen={usePhone() && !alone}
      title={alone ? t('links.qrOf', { name: first.name }) : t('links.qrCodes')}
    >
      <ul className={styles.codes} data-alone={alone ? true : undefined} tabIndex={-1} data-autofocus>
        {links.map((link) => (
          <li key={link.linkPath} className={styles.codeBox}>
            <QrCode text={link.url} label={t('links.qrOf', { name: link.name })} size={alone ? 220 : 156} />
            {!alone && (
              <span className={styles.codeName} title={link.name}>
                {link.name}
              </span>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<Download size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => void saveQrCode(link.url, link.name)}
            >
              {t('links.qrSave')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
