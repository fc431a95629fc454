import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { calls, limits, type PeopleImport } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { taskList, tasksChanged } from '../../features/tasks/task-queries.ts';
import { roomUsed, t, utcOffset } from '../../i18n/index.ts';
import { ErrorState, StateView } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportChecked } from './ImportChecked.tsx';
import { importList, importsChanged } from './import-queries.ts';
import { ImportRun } from './ImportRun.tsx';
import { Steps } from './Steps.tsx';
import styles from './import.module.css';

/** Imports people from Excel in three steps: choose a file, look at the dry run, import. The address keeps the import, so a reload returns to it. */
export default function ImportPage() {
  const [address, setAddress] = useSearchParams();
  const imports = useQuery(importList);
  const tasks = useQuery(taskList);
  const [checking, setChecking] = useState<string | null>(null);
  const phone = usePhone();
  const checkId = address.get('check');
  const current = imports.data?.find((one) => one.checkId === checkId) ?? null;
  const task = tasks.data?.find((one) => one.kind === 'peopleImport' && one.checkId === checkId) ?? null;
  const open = (id: string | null) => setAddress(id === null ? {} : { check: id });

  const check = async (file: File) => {
    if (checking !== null) return;
    if (!/\.xlsx?$/i.test(file.name)) return void toast.error(t('adminImport.wrongType'));
    if (file.size > limits.importPeopleBytes)
      return void toast.error(t('adminImport.tooLarge', { size: roomUsed(0, limits.importPeopleBytes).total }));
    setChecking(file.name);
    try {
      const checked = await call(calls.adminUser.importCheck, { file, utcOffset: utcOffset() });
      await imports.refetch();
      open(checked.checkId);
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      setChecking(null);
    }
  };
  const run = async (checked: PeopleImport) => {
    try {
      await call(calls.adminUser.importRun, { checkId: checked.checkId });
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      tasksChanged();
      importsChanged();
    }
  };
  const step = checking !== null || (current && current.taskId === null) ? 1 : current ? 2 : 0;
  return (
    <ListScreen title={t('adminImport.title')} actions={!phone && <Steps at={step} />}>
      <div className={styles.page}>
        <nav className={styles.back} aria-label={t('admin.people')}>
          <Link to="/admin/people">{t('admin.people')}</Link>
          <ChevronRight size={14} aria-hidden />
          <span>{t('adminImport.title')}</span>
        </nav>
        {checking !== null ? (
          <div className={styles.waiting} role="status">
            <Loader size={22} />
            {t('adminImport.checking', { name: checking })}
          </div>
        ) : imports.error && !imports.data ? (
          <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />
        ) : checkId === null ? (
          <ChooseFile imports={imports.data ?? []} onFile={(file) => void check(file)} onOpen={open} />
        ) : !imports.data ? (
          <div className={styles.waiting}>
            <Loader size={22} aria-label={t('common.loading')} />
          </div>
        ) : !current ? (
          <StateView
            object="lens"
            title={t('adminImport.gone')}
            actions={
              <Button variant="default" onClick={() => open(null)}>
                {t('adminImport.another')}
              </Button>
            }
          />
        ) : current.taskId === null ? (
          <ImportChecked checked={current} onAnother={() => open(null)} onRun={() => run(current)} />
        ) : (
          <ImportRun done={current} task={task} onAnother={() => open(null)} />
        )}
      </div>
    </ListScreen>
  );
}
