import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RunningTask } from '../../features/tasks/RunningTask.tsx';
import { taskList } from '../../features/tasks/task-queries.ts';
import { taskTexts } from '../../features/tasks/task-texts.ts';
import { t } from '../../i18n/index.ts';
import { InfoLine } from '../../ui/info-line/InfoLine.tsx';
import { filesChanged } from './managed-query.ts';
import styles from './admin-files.module.css';

/** The task that changes all that was found: how far it is, and in the end what could not be changed and why. */
export function FoundTask({ taskId, onClose }: { taskId: string; onClose(): void }) {
  const task = useQuery(taskList).data?.find((one) => one.taskId === taskId);
  const state = task?.state;
  useEffect(filesChanged, [state]);
  if (task?.kind !== 'managedFiles') return null;
  const { name, done, cancelled, failed } = taskTexts(task);
  if (task.endTime === null)
    return (
      <RunningTask
        label={name}
        taskId={taskId}
        progress={t('tasks.progress', { done: task.done, total: task.total })}
        stop={{ label: t('adminFiles.stop'), title: t('adminFiles.stopTitle'), text: t('adminFiles.stopText') }}
      />
    );
  return (
    <InfoLine warns={state !== 'done' || task.refused > 0}>
      <div>
        {state === 'cancelled'
          ? cancelled
          : task.refused > 0
            ? t('adminFiles.notChanged', { n: task.changed, refused: task.refused })
            : (failed ?? done)}
        {task.refusals.length > 0 && (
          <ul className={styles.refusals}>
            {task.refusals.map(({ instanceName, errmsg }, at) => (
              <li key={at}>
                {instanceName}: {errmsg}
              </li>
            ))}
          </ul>
        )}
      </div>
      <CloseButton className={styles.all ?? ''} size="sm" aria-label={t('common.close')} onClick={onClose} />
    </InfoLine>
  );
}
