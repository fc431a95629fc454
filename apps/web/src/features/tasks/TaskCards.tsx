import { CloseButton, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calls, type Task } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../../items/file-actions.ts';
import { filesKey } from '../../items/file-queries.ts';
import { taskList, tasksChanged } from './task-queries.ts';
import styles from './TaskCards.module.css';

const nameOf = ({ items, itemName }: Task) => (items === 1 ? itemName : t('files.selected', { n: items }));

/** Background moves and copies, with progress and a cancel button. The outcome is shown once. */
export function TaskCards() {
  const { data } = useQuery(taskList);
  const seen = useRef(new Set<string>());
  const open = data?.filter((task) => task.endTime === null);
  useEffect(() => {
    for (const task of data ?? []) {
      if (task.endTime === null) seen.current.add(task.taskId);
      else if (seen.current.delete(task.taskId)) tellEnd(task);
    }
  }, [data]);
  if (!open || open.length === 0) return null;
  return (
    <section className={styles.cards} aria-label={t('moveCopy.tasks')}>
      {open.map((task) => (
        <div key={task.taskId} className={styles.card}>
          <div className={styles.head}>
            <span className={styles.title}>
              {t(task.kind === 'move' ? 'moveCopy.taskMove' : 'moveCopy.taskCopy', {
                name: nameOf(task),
                target: task.targetName || t('files.title'),
              })}
            </span>
            <CloseButton aria-label={t('moveCopy.cancelTask')} onClick={() => void cancel(task)} />
          </div>
          <Progress value={task.total > 0 ? (task.done / task.total) * 100 : 0} aria-label={nameOf(task)} />
          <span className={styles.figures}>{t('moveCopy.taskProgress', { done: task.done, total: task.total })}</span>
        </div>
      ))}
    </section>
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
  const name = nameOf(task);
  const [failed] = task.failed;
  if (task.state === 'cancelled') toast.warning(t('moveCopy.taskCancelled', { name }));
  else if (task.error) toast.error(t('moveCopy.failedOne', { name, reason: task.error }));
  else if (failed) toast.error(t('moveCopy.failedSome', { n: task.failed.length, reason: failed.errmsg }));
  else toast.success(t(task.kind === 'move' ? 'moveCopy.taskMoved' : 'moveCopy.taskCopied', { name }));
}
