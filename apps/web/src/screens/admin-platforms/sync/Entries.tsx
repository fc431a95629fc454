import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { calls, syncGroups, type SyncEntry, type SyncGroup, type SyncRun } from '@alcove/contract';
import { useCurrentUser } from '../../../api/current-user.ts';
import { t } from '../../../i18n/index.ts';
import { Pages } from '../../../ui/data-table/Pages.tsx';
import { ErrorState } from '../../../ui/empty-state/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { entriesPageSize, entriesQuery } from './sync-queries.ts';
import { changeWord, entryWords } from './sync-words.ts';
import styles from './sync.module.css';

/** What a run found, in pages: who leaves first, then conflicts, changes and newcomers. */
export function Entries({ run }: { run: SyncRun }) {
  const { runId, counts, state, done } = run;
  const [group, setGroup] = useState<SyncGroup | null>(null);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(entriesQuery(runId, group, page, `${state} ${done}`));
  const phone = usePhone();
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  if (all === 0) return <p className={styles.nothing}>{t(run.complete ? 'adminSync.nothing' : 'adminSync.nothingHere')}</p>;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const tabs = [
    { value: 'all', label: t('adminSync.all', { n: all }) },
    ...syncGroups.filter((one) => counts[one] > 0).map((one) => ({ value: one, label: `${t(`adminSync.${one}`)} ${counts[one]}` })),
  ];
  const pages = Math.ceil((data?.total ?? 0) / entriesPageSize);
  return (
    <div className={styles.entries}>
      <div className={styles.above}>
        <SegmentedControl
          aria-label={t('adminSync.group')}
          className={styles.tabs ?? ''}
          size={phone ? 'xs' : 'sm'}
          value={group ?? 'all'}
          data={tabs}
          onChange={(next) => {
            setGroup(next === 'all' ? null : (next as SyncGroup));
            setPage(1);
          }}
        />
        <Button
          variant="default"
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void saveFile(calls.adminPlatform.exportChanges, { runId })}
        >
          {t('adminSync.export')}
        </Button>
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={styles.table} tabIndex={0} role="region" aria-label={t('adminSync.list')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('adminSync.what')}</th>
              <th scope="col">{t('adminSync.who')}</th>
              <th scope="col">{t('adminSync.account')}</th>
              <th scope="col">{t('adminSync.detail')}</th>
            </tr>
          </thead>
          <tbody>
            {data
              ? data.items.map((entry) => <Entry key={entry.place} entry={entry} />)
              : [0, 1, 2].map((row) => (
                  <tr key={row}>
                    <td colSpan={4}>
                      <Skeleton height={16} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pages total={pages} value={page} onChange={setPage} compact={phone} />}
    </div>
  );
}

function Entry({ entry }: { entry: SyncEntry }) {
  const { change, name, accountName, ofPerson, done, objectId } = entry;
  const offboards = useCurrentUser()?.adminItems.includes('people.offboard') ?? false;
  return (
    <tr>
      <td>
        <span className={styles.tag} data-change={change}>
          {changeWord(change)}
        </span>
      </td>
      <td>{name}</td>
      <td className={styles.mono}>{ofPerson ? accountName : ''}</td>
      <td>
        {entryWords(entry)}
        {offboards && change === 'leave' && done && objectId !== null && (
          <Link className={styles.link} to={`/admin/people/offboard?user=${objectId}`}>
            {t('adminSync.offboard')}
          </Link>
        )}
      </td>
    </tr>
  );
}
