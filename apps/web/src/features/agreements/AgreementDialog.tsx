import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { calls } from '@alcove/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../ui/use-action.ts';
import { t } from '../../i18n/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { AgreementLink } from './AgreementLink.tsx';
import { rememberAcknowledged } from './acknowledged-here.ts';
import styles from './AgreementDialog.module.css';

/** Shown until accepted; only its button closes it. */
export default function AgreementDialog({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const [done, setDone] = useState(false);
  const acknowledge = useAction(calls.user.acknowledgeAgreement, {
    onDone: () => {
      rememberAcknowledged(userId);
      queries.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, agreementAcknowledged: true });
      setDone(true);
    },
  });
  const rules = [
    t('agreements.ruleIllegal'),
    t('agreements.rulePolitical'),
    t('agreements.ruleMalicious'),
    t('agreements.rulePrivate'),
    t('agreements.ruleAccount'),
    t('agreements.ruleAudit'),
  ];
  return (
    <Modal
      opened={!done}
      onClose={() => undefined}
      size={520}
      title={t('agreements.dialogTitle')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div data-autofocus tabIndex={-1} className={styles.body}>
        <p className={styles.intro}>{t('agreements.dialogIntro')}</p>
        <ol className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
        <p className={styles.more}>
          {t('agreements.dialogMore')}
          <AgreementLink to="serviceAgreement" />
          {t('agreements.and')}
          <AgreementLink to="privacyPolicy" />
        </p>
      </div>
      <Button fullWidth size="md" loading={acknowledge.isPending} onClick={() => acknowledge.mutate({})}>
        {t('agreements.acknowledge')}
      </Button>
    </Modal>
  );
}
