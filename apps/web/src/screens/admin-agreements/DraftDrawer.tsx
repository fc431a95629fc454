import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AgreementState } from '@alcove/contract';
import { agreementName } from '../../features/agreements/agreement-words.ts';
import { agreementText } from '../../features/agreements/agreement-queries.ts';
import { t } from '../../i18n/index.ts';
import { FormDrawer } from '../../ui/drawer/FormDrawer.tsx';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { agreementDraft } from './agreement-admin-queries.ts';
import { DraftForm } from './DraftForm.tsx';

/** Edits the draft of an agreement, which begins as its latest version. */
export const DraftDrawer = ({ state, onClose }: { state: AgreementState | null; onClose(): void }) => (
  <FormDrawer
    opened={state !== null}
    title={state && t('adminAgreements.draftTitle', { name: agreementName(state.document) })}
    width={760}
    foot
    onClose={onClose}
  >
    {(form) => state && <Draft state={state} onDirty={form.onDirty} onDone={form.onDone} />}
  </FormDrawer>
);

function Draft({ state, ...rest }: { state: AgreementState } & Omit<FormInDrawer, 'onCancel'>) {
  const draft = useQuery(agreementDraft(state.document));
  const latest = useQuery(agreementText(state.document, null));
  if (draft.data && latest.data)
    return <DraftForm key={draft.data.draft?.revision ?? ''} draft={draft.data.draft} latest={latest.data} {...rest} />;
  const error = draft.error ?? latest.error;
  const again = () => void Promise.all([draft.refetch(), latest.refetch()]);
  return error ? <ErrorState error={error} onRetry={again} /> : <Loader size="sm" />;
}
