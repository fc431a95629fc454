import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { capacityQuery } from '../api/current-user.ts';
import { formatSize, t } from '../i18n/index.ts';
import { capacityFigures, shortSize } from './capacity-figures.ts';
import type { CapacityFigures } from './capacity-figures.ts';
import styles from './CapacityBar.module.css';

/**
 * The storage bar at the foot of the menu: personal files, storage allotted to groups, free storage, and a link to all files. `compact`
 * shows the bar alone.
 */
export function CapacityBar({ compact = false, onLeave }: { compact?: boolean; onLeave?: () => void }) {
  const { data } = useQuery(capacityQuery);
  if (!data) return <div className={styles.space} data-compact={compact || undefined} />;
  const figures = capacityFigures(data);
  const free = figures.unlimited ? t('shell.storageUnlimited') : t('shell.storageFree', { size: formatSize(figures.free) });
  const summary = t('shell.storageSummary', {
    own: formatSize(figures.own),
    group: groupsText(figures),
    free,
  });
  if (compact) {
    return (
      <Tooltip label={summary} position="right" multiline maw={260}>
        <section className={styles.space} data-compact aria-label={summary}>
          <Link to="/personalTable" className={styles.whole} aria-label={t('allFiles.find')}>
            <Bar figures={figures} />
          </Link>
        </section>
      </Tooltip>
    );
  }
  return (
    <section className={styles.space} aria-label={summary}>
      <div className={styles.head}>
        <Link to="/personalTable" className={styles.title} title={t('allFiles.find')} onClick={onLeave}>
          {t('shell.storage')}
        </Link>
        <span className={styles.free} data-warning={figures.nearlyFull || undefined}>
          {free}
        </span>
      </div>
      <Bar figures={figures} />
      <Legend figures={figures} />
    </section>
  );
}

function Bar({ figures }: { figures: CapacityFigures }) {
  const freeOf = t('shell.storageFreeOf', { free: formatSize(figures.free), total: formatSize(figures.total) });
  return (
    <div className={styles.bar}>
      <Tooltip label={t('shell.storagePersonalUsed', { size: formatSize(figures.own) })}>
        <i className={styles.own} style={{ width: `${figures.ownPercent}%` }} data-any={figures.ownPercent > 0 || undefined} />
      </Tooltip>
      <Tooltip label={groupsText(figures)}>
        <i className={styles.group} style={{ width: `${figures.groupPercent}%` }} data-any={figures.groupPercent > 0 || undefined} />
      </Tooltip>
      <Tooltip label={figures.unlimited ? t('shell.storageUnlimited') : freeOf}>
        <i className={styles.rest} />
      </Tooltip>
    </div>
  );
}

/** Allotted is not used: a new group takes storage although it is empty. */
const groupsText = ({ group, groupUsed }: CapacityFigures): string =>
  t('shell.storageGroupRoom', { size: formatSize(group), used: formatSize(groupUsed) });

function Legend({ figures }: { figures: CapacityFigures }) {
  return (
    <div className={styles.legend}>
      <Tooltip label={t('shell.storagePersonalUsed', { size: formatSize(figures.own) })}>
        <span>
          <i className={styles.ownDot} />
          {t('shell.storageOwn')} {shortSize(figures.own)}
        </span>
      </Tooltip>
      <Tooltip label={groupsText(figures)}>
        <span>
          <i className={styles.groupDot} />
          {t('shell.storageGroup')} {shortSize(figures.group)}
        </span>
      </Tooltip>
      {!figures.unlimited && <span className={styles.total}>{t('shell.storageTotal', { size: shortSize(figures.total) })}</span>}
    </div>
  );
}
