import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Download } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { calls } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows, StateView } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { offboardReport } from './offboard-queries.ts';
import { OffboardForm } from './OffboardForm.tsx';
import { OffboardReportView } from './OffboardReportView.tsx';
import styles from './offboard.module.css';

/** Offboards a person: successors are chosen, then it runs, and its report stays. The address names the person, so a reload returns to it. */
export default function OffboardPage() {
  const [address] = useSearchParams();
  const userId = address.get('user') ?? '';
  const { data: report, error, refetch } = useQuery(offboardReport(userId));
  const began = report && report.state !== 'stopped';
  const title = began ? t('adminOffboard.report', { name: report.person.name }) : t('adminOffboard.title');
  const download = report && (
    <Button
      variant="default"
      leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void saveFile(calls.adminUser.offboardSheet, { userId })}
    >
      {t('adminOffboard.download')}
    </Button>
  );
  return (
    <ListScreen title={title} actions={download}>
      <nav className={styles.back} aria-label={t('admin.people')}>
        <Link to="/admin/people">{t('admin.people')}</Link>
        <ChevronRight size={14} aria-hidden />
        <span>{t('adminOffboard.title')}</span>
      </nav>
      {userId === '' ? (
        <StateView
          object="lens"
          title={t('adminOffboard.nobody')}
          actions={
            <Button variant="default" component={Link} to="/admin/people">
              {t('adminOffboard.toPeople')}
            </Button>
          }
        />
      ) : error && report === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : report === undefined ? (
        <SkeletonRows />
      ) : began ? (
        <OffboardReportView report={report} />
      ) : (
        <OffboardForm key={userId} userId={userId} stopped={report} />
      )}
    </ListScreen>
  );
}
