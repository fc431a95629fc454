import { Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { Download, Eye, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { limits, lookReasons, type FileLook, type LookReason, type ManagedFile, type ManagedFiles } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { beginLook } from './managed-actions.ts';
import styles from './admin-files.module.css';

const reasonNames = {
  incident: 'adminFiles.incident',
  law: 'adminFiles.law',
  help: 'adminFiles.help',
  other: 'adminFiles.other',
} as const satisfies Record<LookReason, PlainKey>;

const most = limits.lookGroundsLength;
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface LookDialogProps {
  item: ManagedFile;
  downloads: boolean;
  terms: ManagedFiles['looks'];
  /** The holder may let a look at a folder be for downloading its files, too. */
  mayDownload: boolean;
  onLook(look: FileLook, downloads: boolean): void;
  onClose(): void;
}

/** Asks why an administrator opens somebody's file. */
export function LookDialog({ item, downloads, terms: { minutes, least }, mayDownload, onLook, onClose }: LookDialogProps) {
  const [alsoDownloads, setAlsoDownloads] = useState(false);
  const takes = downloads || alsoDownloads;
  const [reason, setReason] = useState<LookReason | null>(null);
  const [grounds, setGrounds] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [phone, offline] = [usePhone(), !useOnline()];
  const law = reason === 'law';
  const long = [...grounds.trim()].length;
  const open = async (): Promise<void> => {
    if (busy || reason === null || long < least) return;
    setBusy(true);
    const begun = await beginLook(item, takes, { reason, grounds });
    setBusy(false);
    if ('refused' in begun) setFault(begun.refused);
    else onLook(begun, takes);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size={504}
      fullScreen={phone}
      title={t(downloads ? 'adminFiles.downloadTitle' : 'adminFiles.lookTitle', { name: item.instanceName })}
    >
      <div className={styles.form}>
        <p className={styles.warning} role="status">
          <TriangleAlert {...icon} />
          <span>{t(law ? 'adminFiles.loggedForLaw' : 'adminFiles.loggedAndTold', { name: item.owner.name })}</span>
        </p>
        <Radio.Group label={t('adminFiles.reason')} value={reason ?? ''} onChange={(value) => setReason(value as LookReason)}>
          <div className={styles.reasons}>
            {lookReasons.map((value) => (
              <Radio key={value} value={value} label={t(reasonNames[value])} />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('adminFiles.grounds', { n: [...grounds].length, most })}
          description={t('adminFiles.groundsRead', { n: least })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          maxLength={most}
          value={grounds}
          error={fault}
          onChange={(event) => {
            setGrounds(event.currentTarget.value);
            setFault(null);
          }}
        />
        {item.classifierId === 'Folder' && mayDownload && (
          <Checkbox
            label={t('adminFiles.alsoDownload')}
            checked={alsoDownloads}
            onChange={(event) => setAlsoDownloads(event.currentTarget.checked)}
          />
        )}
        <div className={styles.foot}>
          <span className={styles.term}>{t('adminFiles.lasts', { n: minutes })}</span>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            leftSection={downloads ? <Download {...icon} /> : <Eye {...icon} />}
            disabled={offline || reason === null || long < least}
            loading={busy}
            onClick={() => void open()}
          >
            {t(downloads ? 'adminFiles.giveAndDownload' : 'adminFiles.giveAndOpen')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
