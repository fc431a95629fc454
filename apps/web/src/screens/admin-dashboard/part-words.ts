/** What is said of the parts of the drive, and what to do when one is unwell. */
import type { DashboardPart } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';

export const partName = ({ part }: DashboardPart): string => t(`adminDashboard.${part}`);

export function partFact(part: DashboardPart): string {
  switch (part.part) {
    case 'database':
      return t('adminDashboard.well');
    case 'store':
      return t(part.state === 'well' ? 'adminDashboard.well' : 'adminDashboard.noAnswer');
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
    default:
      return part satisfies never;
  }
}
