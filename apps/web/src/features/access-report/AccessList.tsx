import { ActionIcon, Button } from '@mantine/core';
import { Building2, UserMinus } from 'lucide-react';
import type { AccessEntry } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { usePages } from '../../ui/use-pages.ts';
import type { Colleague } from './ColleagueSelect.tsx';
import { access } from './access-report-queries.ts';
import { roleOf } from './role-of.ts';
import { takeBack } from './take-back.ts';
import styles from './access-report.module.css';

/** Everyone with access to the item; choosing a person explains their access. */
export function AccessList({ instanceId, onChoose }: { instanceId: string; onChoose(colleague: Colleague): void }) {
  const { list, more } = usePages(access(instanceId));
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const left = (list.data?.pages[0]?.total ?? 0) - entries.length;
  return (
    <>
      <div className={styles.section}>{t('accessReport.who')}</div>
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonRows rows={3} />}
      <ul className={styles.people}>
        {entries.map((entry) => (
          <li className={styles.line} key={`${entry.subject.id} ${entry.kind} ${entry.grant?.on.instanceId ?? ''} ${entry.name}`}>
            <Entry entry={entry} onChoose={onChoose} />
            {entry.takeBack && (
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('accessReport.takeBackFrom', { name: entry.subject.name })}
                title={t('accessReport.takeBack')}
                onClick={() => void takeBack(entry)}
              >
                <UserMinus size={15} strokeWidth={1.75} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="subtle" size="xs" {...more}>
          {t('accessReport.more', { n: Math.min(left, 20) })}
        </Button>
      )}
    </>
  );
}

function Entry({ entry, onChoose }: { entry: AccessEntry; onChoose(colleague: Colleague): void }) {
  const { subject } = entry;
  const role = <span className={styles.path}>{roleOf(entry)}</span>;
  if (subject.kind === 'department')
    return (
      <span className={styles.entry}>
        <span className={styles.building}>
          <Building2 size={13} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={styles.cut}>{subject.name}</span>
        {role}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.entry}
      title={t('accessReport.showWhy', { name: subject.name })}
      onClick={() => onChoose({ userId: subject.id, userRealName: subject.name, departmentPath: subject.departmentPath })}
    >
      <Avatar id={subject.id} name={subject.name} size={22} />
      <span className={styles.cut}>{subject.name}</span>
      {role}
    </button>
  );
}
