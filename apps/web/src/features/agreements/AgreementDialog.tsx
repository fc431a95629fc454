import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { calls, failures, type CurrentUser } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { currentLanguage, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SafeMarkdown } from '../preview/SafeMarkdown.tsx';
import { rememberAcknowledged, whenAcknowledgedElsewhere } from './acknowledged-here.ts';
import { agreementAddress, agreementName, noteText } from './agreement-words.ts';
import { agreementsKey, agreementText, agreementVersions } from './agreement-queries.ts';
import { AgreementLink } from './AgreementLink.tsx';
import { changesSince } from './changes-since.ts';
import styles from './AgreementDialog.module.css';

/** Shown until accepted; only its button closes it. What is accepted is what it shows: of a text that is not there yet, nobody can accept a version. */
export default function AgreementDialog({ user: { userId, agreementEdition } }: { user: CurrentUser }) {
  const queries = useQueryClient();
  const versions = useQuery(agreementVersions);
  const rulesNumber = versions.data?.versions.find(({ document }) => document === 'usageRules')?.number ?? null;
  const rules = useQuery({ ...agreementText('usageRules', rulesNumber), enabled: versions.isSuccess });
  const acknowledge = useAction(calls.user.acknowledgeAgreement, {
    onDone: () => {
      const edition = versions.data?.edition ?? agreementEdition;
      rememberAcknowledged(userId, edition);
      queries.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, agreementAcknowledged: true, agreementEdition: edition },
      );
      // What was refused meanwhile is asked for again.
      void queries.invalidateQueries();
    },
  });
  useEffect(
    () => whenAcknowledgedElsewhere(userId, () => void queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })),
    [userId, queries],
  );
  const { error: refusal } = acknowledge;
  useEffect(() => {
    // A newer version was published while this one was read.
    if (refusal instanceof CallFailed && refusal.errcode === failures.AGREEMENT_CHANGED.errcode)
      void queries.invalidateQueries({ queryKey: agreementsKey });
  }, [refusal, queries]);
  const again = agreementEdition > 0;
  const ready = versions.data !== undefined && rules.data !== undefined && !versions.isFetching;
  const failed = versions.isError || rules.isError;
  return (
    <Dialog
      opened
      onClose={() => undefined}
      size={520}
      title={t(again ? 'agreements.changedTitle' : 'agreements.dialogTitle')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div data-autofocus tabIndex={-1} className={styles.body}>
        <p className={styles.intro}>{t(again ? 'agreements.changedIntro' : 'agreements.dialogIntro')}</p>
        {again && (
          <ul className={styles.changes}>
            {changesSince(versions.data?.versions ?? [], agreementEdition).map(({ document, number, notes }) => (
              <li key={document}>
                <a href={agreementAddress(document)} target="_blank" rel="noopener">
                  {agreementName(document)}
                </a>
                <small>{t('agreements.changedVersion', { number })}</small>
                {notes.length === 0 && <p>{t('agreements.noNote')}</p>}
                {notes.map((note) => (
                  <p key={note.edition}>{noteText(note.note)}</p>
                ))}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.rules}>
          {rules.data ? <SafeMarkdown text={rules.data.text[currentLanguage()]} /> : !failed && <Loader size="sm" />}
          {failed && (
            <p role="alert">
              {t('agreements.readingFailed')}{' '}
              <Button variant="subtle" size="xs" onClick={() => void queries.invalidateQueries({ queryKey: agreementsKey })}>
                {t('agreements.retry')}
              </Button>
            </p>
          )}
        </div>
        <p className={styles.more}>
          {t('agreements.dialogMore')}
          <AgreementLink to="serviceAgreement" />
          {t('agreements.and')}
          <AgreementLink to="privacyPolicy" />
        </p>
      </div>
      <Button
        fullWidth
        size="md"
        loading={acknowledge.isPending}
        disabled={!ready}
        onClick={() => versions.data && acknowledge.mutate({ edition: versions.data.edition })}
      >
        {t('agreements.acknowledge')}
      </Button>
    </Dialog>
  );
}
