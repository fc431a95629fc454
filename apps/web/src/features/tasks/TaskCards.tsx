import { CloseButton, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calls, type Task } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { formatDuration, t } from '../../i18n/index.ts';
import { useStore } from '../../ui/store.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { failureText } from '../../items/file-actions.ts';
import { filesKey } from '../../items/file-queries.ts';
import { shownTasks } from './shown-tasks.ts';
import { taskList, tasksChanged } from './task-queries.ts';
import { taskTexts } from './task-texts.ts';
import styles from './TaskCards.module.css';

/**
 * Background tasks with progress, time left and a cancel button, except those that the screen itself shows. The outcome is shown once.
 */
export function TaskCards() {
  const { data, dataUpdatedAt } = useQuery(taskList);
  const seen = useRef(new Set<string>());
  const shown = useStore(shownTasks);
  const open = data?.filter((task) => task.endTime === null && !shown.includes(task.taskId));
  useEffect(() => {
    for (const task of data ?? []) {
      if (task.endTime === null) seen.current.add(task.taskId);
      else if (seen.current.delete(task.taskId)) tellEnd(task);
    }
  }, [data]);
  if (!open || open.length === 0) return null;
  return (
    <section className={styles.cards} aria-label={t('tasks.list')}>
      {open.map((task) => (
        <TaskCard key={task.taskId} task={task} at={dataUpdatedAt} />
      ))}
    </section>
  );
}

/** `at`: when the server reported this progress, in milliseconds. */
function TaskCard({ task, at }: { task: Task; at: number }) {
  const { name, title } = taskTexts(task);
  const progress = task.total > 0 ? (task.done / task.total) * 100 : 0;
  // The time for which a task waits says nothing about its pace.
  const left = useSecondsLeft(task.state === 'running' ? progress : null, at);
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <span className={styles.title}>{title}</span>
        <CloseButton aria-label={t('tasks.cancel')} onClick={() => void cancel(task)} />
      </div>
      <Progress value={progress} aria-label={name} />
      <span className={styles.figures}>
        {t('tasks.progress', { done: task.done, total: task.total })}
        {left !== null && progress < 100 && ` · ${t('common.timeLeft', { time: formatDuration(left) })}`}
      </span>
    </div>
  );
}

async function cancel({ taskId }: Task): Promise<void> {
  try {
    await call(calls.task.cancel, { taskId });
  } catch (error) {
    toast.error(failureText(error));
  } finally {
    tasksChanged();
  }
}

function tellEnd(task: Task): void {
  void queryClient.invalidateQueries({ queryKey: filesKey, predicate: (query) => query.queryKey[1] !== 'preview' });
  const { done, cancelled, failed } = taskTexts(task);
  if (task.state === 'cancelled') toast.warning(cancelled);
  else if (failed) toast.error(failed);
  else toast.success(done);
}
