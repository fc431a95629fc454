import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { secondFactorsQuery } from './factor-queries.ts';
import { copied } from './SetUpApp.tsx';
import styles from './SetUpApp.module.css';

/** Draws ten codes when it opens, and shows them this once. */
export function NewRecoveryCodes({ onDone }: { onDone(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['user', 'drawRecoveryCodes'],
    queryFn: async () => {
      const { codes } = await call(calls.user.drawRecoveryCodes, {});
      void queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      return codes;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const text = (data ?? []).join('\n');
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('security.newCodesText')}</p>
      <ul className={styles.codes} aria-label={t('security.recoveryCodes')} aria-busy={!data}>
        {data?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="default" disabled={!data} onClick={() => void copied(text)}>
          {t('security.copyCodes')}
        </Button>
        <Button variant="default" disabled={!data} onClick={() => saveText(`${t('security.codesFile')}.txt`, text)}>
          {t('security.downloadCodes')}
        </Button>
        <Button disabled={!data} onClick={onDone}>
          {t('security.savedThem')}
        </Button>
      </div>
    </div>
  );
}

function saveText(name: string, text: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([`${text}\n`])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
