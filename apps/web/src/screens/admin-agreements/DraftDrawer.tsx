import { Drawer, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AgreementState } from '@alcove/contract';
import { agreementName } from '../../features/agreements/agreement-words.ts';
import { agreementText } from '../../features/agreements/agreement-queries.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { agreementDraft } from './agreement-admin-queries.ts';
import { DraftForm } from './DraftForm.tsx';
import styles from './agreements.module.css';

/** Edits the draft of an agreement, which begins as its latest version. */
export function DraftDrawer({ state, onClose }: { state: AgreementState | null; onClose(): void }) {
  const phone = usePhone();
  const dirty = useRef(false);
  const done = () => {
    dirty.current = false;
    onClose();
  };
  const close = async () => {
    const question = {
      type: 'warning',
      title: t('adminAgreements.leaveTitle'),
      text: t('adminAgreements.leaveText'),
      confirmLabel: t('adminAgreements.leaveConfirm'),
      cancelLabel: t('adminAgreements.keepEditing'),
      danger: true,
    } as const;
    if (!dirty.current || (await confirm(question))) done();
  };
  return (
    <Drawer
      opened={state !== null}
      onClose={() => void close()}
      title={state && t('adminAgreements.draftTitle', { name: agreementName(state.document) })}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '94%' : 760}
      {...(phone && { offset: 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.drawer ?? '', body: styles.drawerBody ?? '' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      {state && (
        <Draft
          state={state}
          onDirty={(is) => {
            dirty.current = is;
          }}
          onDone={done}
        />
      )}
    </Drawer>
  );
}

function Draft({ state, ...rest }: { state: AgreementState; onDirty(dirty: boolean): void; onDone(): void }) {
  const draft = useQuery(agreementDraft(state.document));
  const latest = useQuery(agreementText(state.document, null));
  if (draft.data && latest.data)
    return <DraftForm key={draft.data.draft?.revision ?? ''} draft={draft.data.draft} latest={latest.data} {...rest} />;
  const error = draft.error ?? latest.error;
  const again = () => void Promise.all([draft.refetch(), latest.refetch()]);
  return error ? <ErrorState error={error} onRetry={again} /> : <Loader size="sm" />;
}
