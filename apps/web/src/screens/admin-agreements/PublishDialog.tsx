import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { calls, type AgreementDocument, type AgreementDraft } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { agreementName } from '../../features/agreements/agreement-words.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { agreementsChanged } from './agreement-admin-queries.ts';
import styles from './agreements.module.css';

interface PublishDialogProps {
  /** The saved draft; null: closed. */
  draft: AgreementDraft | null;
  document: AgreementDocument;
  /** Of the new version. */
  number: number;
  onClose(): void;
  onPublished(): void;
}

/** Asks whether everybody must accept again, and publishes. */
export function PublishDialog({ draft, document, number, onClose, onPublished }: PublishDialogProps) {
  const [asks, setAsks] = useState(true);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const name = agreementName(document);
  const publish = async () => {
    if (!draft || busy) return;
    setBusy(true);
    try {
      const version = await call(calls.adminAgreement.publish, { document, seen: draft.revision, asks });
      toast.success(t('adminAgreements.published', { name, number: version.number }));
      onPublished();
      agreementsChanged();
    } catch (error) {
      setRefused(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened={draft !== null} onClose={onClose} title={t('adminAgreements.publishTitle', { name, number })}>
      <Stack gap={16}>
        <p className={styles.plain}>{t('adminAgreements.publishText')}</p>
        <Radio.Group
          aria-label={t('adminAgreements.publish')}
          value={asks ? 'everybody' : 'correction'}
          onChange={(value) => setAsks(value === 'everybody')}
        >
          <Stack gap={8}>
            <Radio value="everybody" label={t('adminAgreements.everybody')} description={t('adminAgreements.everybodyHint')} />
            <Radio value="correction" label={t('adminAgreements.onlyCorrection')} description={t('adminAgreements.onlyCorrectionHint')} />
          </Stack>
        </Radio.Group>
        <Refused text={refused} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void publish()}>
            {t('adminAgreements.publishConfirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
