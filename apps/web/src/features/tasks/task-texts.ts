import type { ManagedDeed, ManagedFilesTask, PeopleImportTask, PlacingTask, Task, TaskProgress } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

/** What a task's card says, and the toast at its end. */
export interface TaskTexts {
  /** Labels the progress bar. */
  name: string;
  title: string;
  done: string;
  cancelled: string;
  /** Null if nothing failed. */
  failed: string | null;
}

/** Each kind has its own words. A kind that this release does not know gets neutral ones. */
export function taskTexts(task: Task): TaskTexts {
  switch (task.kind) {
    case 'move':
    case 'copy':
      return placingTexts(task);
    case 'peopleImport':
      return importTexts(task);
    case 'offboarding':
      return {
        name: task.name,
        title: t('tasks.offboarding', { name: task.name }),
        done: t('tasks.offboardingDone', { name: task.name }),
        cancelled: t('tasks.offboardingCancelled', { name: task.name }),
        failed: task.error && t('tasks.offboardingFailed', { name: task.name, reason: task.error }),
      };
    case 'secondBinClearing':
      return {
        name: t('tasks.clearing'),
        title: t('tasks.clearing'),
        done: t('tasks.clearingDone', { n: task.marked }),
        cancelled: t('tasks.clearingCancelled', { n: task.marked }),
        failed: task.error && t('tasks.clearingFailed', { reason: task.error }),
      };
    case 'managedFiles':
      return managedTexts(task);
    default:
      return {
        name: t('tasks.other'),
        title: t('tasks.other'),
        done: t('tasks.otherDone'),
        cancelled: t('tasks.otherCancelled'),
        failed: task.error && t('tasks.otherFailed', { reason: task.error }),
      };
  }
}

function placingTexts({ kind, items, itemName, targetName, error, failed }: PlacingTask & TaskProgress): TaskTexts {
  const name = items === 1 ? itemName : t('files.selected', { n: items });
  const [first] = failed;
  return {
    name,
    title: t(kind === 'move' ? 'moveCopy.taskMove' : 'moveCopy.taskCopy', { name, target: targetName || t('files.title') }),
    done: t(kind === 'move' ? 'moveCopy.taskMoved' : 'moveCopy.taskCopied', { name }),
    cancelled: t('moveCopy.taskCancelled', { name }),
    failed: error
      ? t('moveCopy.failedOne', { name, reason: error })
      : first
        ? t('moveCopy.failedSome', { n: failed.length, reason: first.errmsg })
        : null,
  };
}

function importTexts({ fileName, made, failed, error }: PeopleImportTask & TaskProgress): TaskTexts {
  return {
    name: fileName,
    title: t('tasks.importTitle', { name: fileName }),
    done: t('tasks.importDone', { n: made }),
    cancelled: t('tasks.importCancelled', { n: made }),
    failed: error ? t('tasks.otherFailed', { reason: error }) : failed > 0 ? t('tasks.importSome', { n: failed }) : null,
  };
}

const deeds = {
  remove: 'tasks.managedRemove',
  setSensitivity: 'tasks.managedLevel',
  endShares: 'tasks.managedShares',
  endLinks: 'tasks.managedLinks',
} as const satisfies Record<ManagedDeed, PlainKey>;

function managedTexts({ deed, changed, refused, refusals: [first], error }: ManagedFilesTask & TaskProgress): TaskTexts {
  const name = t(deeds[deed]);
  return {
    name,
    title: name,
    done: t('tasks.managedDone', { name, n: changed }),
    cancelled: t('tasks.managedCancelled', { name }),
    failed: error
      ? t('tasks.managedFailed', { name, reason: error })
      : first
        ? t('tasks.managedSome', { name, n: changed, refused, item: first.instanceName, reason: first.errmsg })
        : null,
  };
}
