import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { Copy, Download, ExternalLink } from 'lucide-react';
import type { Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { QrCode } from '../../ui/qr-code/QrCode.tsx';
import { saveQrCode } from '../../ui/qr-code/save-qr-code.ts';
import { copyLinks, copyMessage } from './copy-links.ts';
import { knownPassword } from './known-passwords.ts';
import { openAsVisitor } from './link-actions.ts';
import styles from './links.module.css';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** An open link: its QR code, its address, and the ways to send it. */
export function LinkOpened({ link }: { link: Link }) {
  return (
    <div className={styles.opened}>
      <div className={styles.qr}>
        <QrCode text={link.url} label={t('links.qrOf', { name: link.name })} size={148} />
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<Download {...icon} />}
          onClick={() => void saveQrCode(link.url, link.name)}
        >
          {t('links.qrSave')}
        </Button>
      </div>
      <TextInput
        aria-label={t('links.address')}
        readOnly
        value={link.url}
        classNames={{ input: styles.address ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          <Tooltip label={t('links.copyLink')}>
            <ActionIcon size="sm" aria-label={t('links.copyLink')} onClick={() => void copyLinks([link])}>
              <Copy {...icon} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <div className={styles.messages}>
        <span className={styles.quiet}>{t('links.copyMessage')}</span>
        <Button size="xs" variant="default" onClick={() => void copyMessage(link, 'zh-CN')}>
          {t('links.messageChinese')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void copyMessage(link, 'en-US')}>
          {t('links.messageEnglish')}
        </Button>
      </div>
      <Button size="xs" variant="default" leftSection={<ExternalLink {...icon} />} onClick={() => openAsVisitor(link)}>
        {t('links.openPage')}
      </Button>
      {knownPassword(link.linkPath) !== undefined && <p className={styles.hint}>{t('links.passwordOnce')}</p>}
    </div>
  );
}
