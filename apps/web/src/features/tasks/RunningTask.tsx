import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { calls } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { formatDuration, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { shownTasks } from './shown-tasks.ts';
import { taskList, tasksChanged } from './task-queries.ts';
import styles from './running-task.module.css';

/** The button, and the question that it asks. */
export interface StopTask {
  label: string;
  title: string;
  text: string;
  onStopped?: () => void;
}

interface RunningTaskProps {
  label: string;
  taskId: string;
  /** How far it is, in words. */
  progress: string;
  /** Missing: it cannot be stopped any more. */
  stop: StopTask | undefined;
}

async function askAndStop(taskId: string, { label, title, text, onStopped }: StopTask): Promise<void> {
  if (!(await confirm({ type: 'warning', title, text, confirmLabel: label, danger: true }))) return;
  try {
    await call(calls.task.cancel, { taskId });
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    tasksChanged();
    onStopped?.();
  }
}

/** A task on the screen where it was begun: how far it is, the time left, and a button that stops it. */
export function RunningTask({ label, taskId, progress, stop }: RunningTaskProps) {
  const { data: tasks, dataUpdatedAt } = useQuery(taskList);
  useEffect(() => shownTasks.add(taskId), [taskId]);
  const task = tasks?.find((one) => one.taskId === taskId);
  const percent = task && task.total > 0 ? (task.done / task.total) * 100 : 0;
  const left = useSecondsLeft(task?.state === 'running' ? percent : null, dataUpdatedAt);
  return (
    <section className={styles.running} aria-label={label}>
      <div className={styles.head}>
        <span role="status">{label}</span>
        {task && stop && (
          <Button variant="default" color="red" size="xs" onClick={() => void askAndStop(taskId, stop)}>
            {stop.label}
          </Button>
        )}
      </div>
      <Progress value={percent} aria-label={label} />
      <span className={styles.quiet}>
        {progress}
        {left !== null && percent < 100 && ` · ${t('common.timeLeft', { time: formatDuration(left) })}`}
      </span>
    </section>
  );
}
