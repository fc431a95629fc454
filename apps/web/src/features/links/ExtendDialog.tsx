import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { calls, limits, type Link } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { DialogFrame } from './link-dialogs.ts';
import { tellOutcomes, type Outcome } from './link-actions.ts';
import { endFault, validityInput, type LinkDraft } from './link-draft.ts';
import { linksChanged } from './link-queries.ts';
import { ValidityField } from './ValidityField.tsx';
import styles from './links.module.css';

/** Gives several links a new validity, one after the other. */
export default function ExtendDialog({ links, ...frame }: DialogFrame & { links: readonly Link[] }) {
  const [value, setValue] = useState<Pick<LinkDraft, 'validity' | 'day' | 'renewed'>>({ validity: '1m', day: '', renewed: true });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const found = endFault(value, null, new Date());
    if (found) return setFault(found === 'endFar' ? t('links.endFar', { n: limits.linkYears }) : t(`links.${found}`));
    setBusy(true);
    const outcomes: Outcome[] = [];
    for (const { linkPath } of links) outcomes.push(await extend(linkPath, validityInput(value)));
    setBusy(false);
    linksChanged();
    if (tellOutcomes(outcomes, (n) => t('links.extended', { n }))) frame.onClose();
  };
  return (
    <Dialog {...frame} size={520} title={t('links.extendTitle', { n: links.length })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <div className={styles.extend} tabIndex={-1} data-autofocus>
          <ValidityField
            value={value}
            error={fault}
            onChange={(next) => {
              setValue(next);
              setFault(undefined);
            }}
          />
          <p className={styles.hint}>{t('links.extendText')}</p>
        </div>
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={frame.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('links.extendConfirm', { n: links.length })}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

async function extend(linkPath: string, end: ReturnType<typeof validityInput>): Promise<Outcome> {
  try {
    await call(calls.link.createOrUpdate, { linkPath, ...end });
    return { done: true };
  } catch (error) {
    return { done: false, errmsg: failureMessage(error, t('errors.unknown')) };
  }
}
