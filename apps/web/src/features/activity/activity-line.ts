import type { Activity, Sensitivity } from '@alcove/contract';
import { formatWho, t, type PlainKey } from '../../i18n/index.ts';

const levels = {
  normal: 'files.sensitivityNormal',
  internal: 'files.sensitivityInternal',
  high: 'files.sensitivityHigh',
} as const satisfies Record<Sensitivity, PlainKey>;

/** The text after the person's name. */
export function activityLine(activity: Activity): string {
  switch (activity.kind) {
    case 'created':
      return t('activity.created');
    case 'newVersion':
      return t(activity.data.byVisitor ? 'activity.visitorVersion' : 'activity.newVersion', { n: activity.data.version });
    case 'versionRestored':
      return t('activity.versionRestored', { n: activity.data.from });
    case 'versionRemoved':
      return t('activity.versionRemoved', { n: activity.data.version });
    case 'renamed':
      return t('activity.renamed', { from: activity.data.from, to: activity.data.to });
    case 'moved': {
      const { from, to } = activity.data;
      if (!from) return to ? t('activity.movedTo', { to }) : t('activity.moved');
      return to ? t('activity.movedFromTo', { from, to }) : t('activity.movedFrom', { from });
    }
    case 'copied':
      return activity.data.from ? t('activity.copiedFrom', { from: activity.data.from }) : t('activity.copied');
    case 'deleted':
      return t('activity.deleted');
    case 'restored':
      return t('activity.restored');
    case 'shared':
      return t('activity.shared', { who: formatWho(activity.data) });
    case 'linked':
      return t('activity.linked');
    case 'unlinked':
      return t('activity.unlinked');
    case 'commented':
      return t('activity.commented');
    case 'tagged':
      return t('activity.tagged', { tag: activity.data.tag });
    case 'sensitivityChanged':
      return t('activity.sensitivityChanged', {
        from: t(levels[activity.data.from]),
        to: t(levels[activity.data.to]),
      });
    case 'untagged':
      return t('activity.untagged', { tag: activity.data.tag });
    default:
      return activity satisfies never;
  }
}
