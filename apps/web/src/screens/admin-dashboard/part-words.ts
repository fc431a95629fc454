/** What is said of the parts of the drive, and what to do when one is unwell. */
import type { DashboardPart } from '@alcove/contract';
import { drillFailure } from '../../features/notices/drill-words.ts';
import { formatDuration, formatSize, formatTime, t } from '../../i18n/index.ts';

export const partName = ({ part }: DashboardPart): string => t(`adminDashboard.${part}`);

export function partFact(part: DashboardPart): string {
  switch (part.part) {
    case 'database':
      return t('adminDashboard.well');
    case 'store':
      return t(part.state === 'well' ? 'adminDashboard.well' : 'adminDashboard.noAnswer');
    case 'contents':
      if (part.damaged > 0) return t('adminDashboard.damaged', { n: part.damaged.toLocaleString() });
      if (part.off) return t('adminDashboard.notReadAgain');
      return part.readSecondsAgo === null
        ? t('adminDashboard.notRead')
        : t('adminDashboard.readThrough', { time: formatTime(Date.now() - part.readSecondsAgo * 1000) });
    case 'disk':
      return t('adminDashboard.free', { free: formatSize(part.freeBytes), total: formatSize(part.totalBytes) });
    case 'programs':
      if (part.missing.length > 0) return t('adminDashboard.missing', { n: part.missing.length });
      return t(part.confined ? 'adminDashboard.well' : 'adminDashboard.unconfined');
    case 'log':
      return part.state === 'well' && part.sealedAt !== null
        ? t('adminDashboard.sealed', { time: formatTime(part.sealedAt) })
        : t('adminDashboard.notSealed');
    case 'jobs':
      return part.failing > 0 ? t('adminDashboard.failing', { n: part.failing, all: part.all }) : t('adminDashboard.well');
    case 'backup':
      if (part.takenAt !== null) return formatTime(part.takenAt);
      return t(part.known ? 'adminDashboard.noBackup' : 'adminDashboard.notSet');
    case 'drill':
      return drillFact(part);
    default:
      return part satisfies never;
  }
}

/** Null: it is well, or nobody can do anything. */
export function partHelp(part: DashboardPart): string | null {
  if (part.state === 'well') return null;
  switch (part.part) {
    case 'database':
      return null;
    case 'store':
      return t('adminDashboard.storeHelp');
    case 'contents':
      return t('adminDashboard.contentsHelp');
    case 'disk':
      return t('adminDashboard.diskHelp');
    case 'programs':
      return part.missing.length > 0
        ? t('adminDashboard.programsHelp', { names: part.missing.join(t('common.comma')) })
        : t('adminDashboard.confinedHelp');
    case 'log':
      return t('adminDashboard.logHelp');
    case 'jobs':
      return t('adminDashboard.jobsHelp');
    case 'backup':
      if (!part.known) return t('adminDashboard.backupSetHelp');
      return t(part.takenAt === null ? 'adminDashboard.noBackupHelp' : 'adminDashboard.oldBackupHelp');
    case 'drill':
      if (part.last?.outcome === 'failed') return drillFailure(part.last.reason);
      return t(part.everyDays === null ? 'adminDashboard.drillSetHelp' : 'adminDashboard.drillDueHelp');
    default:
      return part satisfies never;
  }
}

type Drill = Extract<DashboardPart, { part: 'drill' }>;

function drillFact({ last, passedAt, everyDays }: Drill): string {
  if (last?.outcome === 'running') return t('adminDashboard.drillRuns');
  if (last?.outcome === 'failed') return t('adminDashboard.drillFailed', { time: formatTime(last.begunAt) });
  if (passedAt !== null) return t('adminDashboard.drillPassed', { time: formatTime(passedAt) });
  return t(everyDays === null ? 'adminDashboard.notSet' : 'adminDashboard.drillNone');
}

/** What the last drill restored, and how long that took; null: it restored nothing. */
export function drillFigures(part: DashboardPart): string | null {
  if (part.part !== 'drill' || !part.last?.measured) return null;
  const { takenAt, objects, bytes, restoreSeconds, checkSeconds } = part.last.measured;
  return t('adminDashboard.drillFigures', {
    backup: formatTime(takenAt),
    n: objects.toLocaleString(),
    size: formatSize(bytes),
    restore: formatDuration(restoreSeconds),
    check: formatDuration(checkSeconds),
  });
}
