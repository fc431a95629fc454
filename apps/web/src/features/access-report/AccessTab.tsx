import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { ItemLinks, seesLinks } from '../links/ItemLinks.tsx';
import { AccessList } from './AccessList.tsx';
import { ColleagueSelect, type Colleague } from './ColleagueSelect.tsx';
import { explanation } from './access-report-queries.ts';
import { ItemGrid } from './ItemGrid.tsx';
import { ReasonSteps } from './ReasonSteps.tsx';
import styles from './access-report.module.css';

/** Explains why the reader, or someone in a space they manage, has their access to the item. */
export function AccessTab({ item }: { item: Instance }) {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const self: Colleague = { userId: user?.userId ?? '', userRealName: user?.userRealName ?? '', departmentPath: [] };
  const whom = chosen ?? self;
  const asked = useQuery({ ...explanation(item.instanceId, whom.userId), enabled: user !== undefined });
  const told = asked.data?.explanation;
  const manages = item.fileAuth.includes('personnelManagement');
  const me = whom.userId === self.userId;
  return (
    <div className={styles.tab}>
      <div className={styles.section}>{me ? t('accessReport.whyMe') : t('accessReport.whyThey')}</div>
      {manages && <ColleagueSelect chosen={told?.person.userId === whom.userId ? told.person : whom} onChoose={setChosen} />}
      {asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : told && asked.data ? (
        <div aria-live="polite" aria-busy={asked.isFetching || undefined}>
          <ReasonSteps explanation={told} item={asked.data} me={told.person.userId === self.userId} />
          <ItemGrid items={told.items} withheld={told.withheld} />
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
      {manages && <AccessList instanceId={item.instanceId} onChoose={setChosen} />}
      {seesLinks(item) && (
        <>
          <div className={styles.section}>{t('links.section')}</div>
          <ItemLinks item={item} none={t('links.none')} />
        </>
      )}
    </div>
  );
}
