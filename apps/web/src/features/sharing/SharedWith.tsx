import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf, Instance, calls } from '@alcove/contract';
import { formatWho, t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { shareRefusal } from '../../items/may.ts';
import { sharedWith } from './sharing-queries.ts';
import styles from './sharing.module.css';

/** The number of recipients, and a button that opens the share dialog. */
export function SharedWith({ item, onShare }: { item: Instance; onShare(): void }) {
  const { data } = useQuery(sharedWith(item));
  const offline = !useOnline();
  return (
    <>
      <div className={styles.section}>{t('sharing.sharedWith')}</div>
      <div className={styles.sharedWith}>
        <span>{data ? textOf(item, data) : '…'}</span>
        {shareRefusal([item], offline) === undefined && (
          <Button size="xs" variant="default" onClick={onShare}>
            {item.shared ? t('sharing.change') : t('sharing.share')}
          </Button>
        )}
      </div>
    </>
  );
}

function textOf(item: Instance, { shared, above, people, departments }: AnswerOf<typeof calls.innerSharing.checkShared>): string {
  if (item.fileSharingId !== undefined || (shared && people + departments === 0)) return t('sharing.sharedToMe');
  if (!shared) return t('sharing.notShared');
  const text = t('sharing.sharedWithText', { who: formatWho({ people, departments }) });
  return above ? `${text} · ${t('sharing.sharedAbove')}` : text;
}
