import { Button, Progress } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { calls, type PeopleImport, type Task } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { formatDuration, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { Figures } from './Figures.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportHead } from './ImportHead.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { importsChanged } from './import-queries.ts';
import styles from './import.module.css';

interface ImportRunProps {
  done: PeopleImport;
  /** The task while it is known; it is forgotten ten minutes after its end. */
  task: Task | null;
  onAnother(): void;
}

async function stop(taskId: string): Promise<void> {
  const question = { type: 'warning', title: t('adminImport.stopTitle'), text: t('adminImport.stopText'), danger: true } as const;
  if (!(await confirm({ ...question, confirmLabel: t('adminImport.stop') }))) return;
  try {
    await call(calls.task.cancel, { taskId });
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    tasksChanged();
  }
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
      {running ? <Running task={task} /> : <Ended done={done} task={task} />}
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

function Running({ task }: { task: Task }) {
  const percent = task.total > 0 ? (task.done / task.total) * 100 : 0;
  const [at] = useState(() => Date.now());
  const left = useSecondsLeft(task.state === 'running' ? percent : null, at);
  return (
    <section className={styles.running} aria-label={t('adminImport.running')}>
      <div className={styles.runningText}>
        <span role="status">{t('adminImport.running')}</span>
        <Button variant="default" color="red" size="xs" onClick={() => void stop(task.taskId)}>
          {t('adminImport.stop')}
        </Button>
      </div>
      <Progress value={percent} aria-label={t('adminImport.running')} />
      <span className={styles.quiet}>
        {t('adminImport.progress', { done: task.done, total: task.total })}
        {left !== null && percent < 100 && ` · ${t('common.timeLeft', { time: formatDuration(left) })}`}
      </span>
    </section>
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
