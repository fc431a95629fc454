import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { calls, type PeopleImport, type Task } from '@alcove/contract';
import { RunningTask } from '../../features/tasks/RunningTask.tsx';
import { t } from '../../i18n/index.ts';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportHead } from './ImportHead.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { importsChanged } from './import-queries.ts';
import { Figures } from '../../ui/figures/Figures.tsx';
import styles from './import.module.css';

interface ImportRunProps {
  done: PeopleImport;
  /** The task while it is known; it is forgotten ten minutes after its end. */
  task: Task | null;
  onAnother(): void;
}

/** The third step: the import runs, and its outcome. */
export function ImportRun({ done, task, onAnother }: ImportRunProps) {
  const running = task !== null && task.endTime === null;
  const state = task?.state;
  // The counts of the import follow its task.
  useEffect(importsChanged, [state, task?.done]);
  return (
    <>
      <ImportHead about={done}>
        {!running && (
          <Button variant="default" size="xs" onClick={onAnother}>
            {t('adminImport.another')}
          </Button>
        )}
      </ImportHead>
      {running ? (
        <RunningTask
          label={t('adminImport.running')}
          taskId={task.taskId}
          progress={t('adminImport.progress', { done: task.done, total: task.total })}
          stop={{ label: t('adminImport.stop'), title: t('adminImport.stopTitle'), text: t('adminImport.stopText') }}
        />
      ) : (
        <Ended done={done} task={task} />
      )}
      <Figures
        figures={[
          { label: t('adminImport.rows'), value: done.rows },
          { label: t('adminImport.made'), value: done.made },
          ...(running ? [] : [{ label: t('adminImport.left'), value: done.rows - done.made, bad: true }]),
          { label: t('adminImport.errorCells'), value: done.errorCount, bad: true },
        ]}
      />
      <ImportErrors checkId={done.checkId} count={done.errorCount} />
    </>
  );
}

function Ended({ done, task }: { done: PeopleImport; task: Task | null }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile(calls.adminUser.importSecrets, { checkId: done.checkId });
    setBusy(false);
  };
  return (
    <section className={styles.running} aria-label={t('adminImport.doneTitle', { n: done.made })}>
      <div role="status">
        <h2>{t('adminImport.doneTitle', { n: done.made })}</h2>
      </div>
      {task?.state === 'cancelled' && <p className={styles.warn}>{t('adminImport.stopped')}</p>}
      {task?.error && <p className={styles.warn}>{t('adminImport.failed', { reason: task.error })}</p>}
      {done.made > 0 && <p className={styles.quiet}>{t('adminImport.doneText')}</p>}
      <div className={styles.dropActions}>
        {done.made > 0 && (
          <Button loading={busy} leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void save()}>
            {t('adminImport.secrets')}
          </Button>
        )}
        <Button variant="default" component={Link} to="/admin/people">
          {t('adminImport.toPeople')}
        </Button>
      </div>
    </section>
  );
}
