import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { capacityQuery } from '../features/identity/current-user.ts';
import { formatSize, t } from '../i18n/index.ts';
import { capacityFigures, inUnit, unitFor } from './capacity-figures.ts';
import type { CapacityFigures } from './capacity-figures.ts';
import styles from './CapacityBar.module.css';

/** At the menu's foot: what personal and group files take, what is free, and the way to what takes it up. `compact` is the bar alone, beside icons. */
export function CapacityBar({ compact = false, onLeave }: { compact?: boolean; onLeave?: () => void }) {
  const { data } = useQuery(capacityQuery);
  if (!data) return <div className={styles.space} data-compact={compact || undefined} />;
  const figures = capacityFigures(data);
  const free = figures.unlimited ? t('shell.storageUnlimited') : t('shell.storageFree', { size: freeInUnit(figures) });
  const summary = t('shell.storageSummary', {
    own: formatSize(figures.own),
    group: formatSize(figures.group),
    free: figures.unlimited ? t('shell.storageUnlimited') : formatSize(figures.free),
  });
  if (compact) {
    return (
      <Tooltip label={summary} position="right" multiline maw={260}>
        <section className={styles.space} data-compact aria-label={summary}>
          <Link to="/personalTable" className={styles.whole} aria-label={t('everywhere.find')}>
            <Bar figures={figures} />
          </Link>
        </section>
      </Tooltip>
    );
  }
  return (
    <section className={styles.space} aria-label={summary}>
      <div className={styles.head}>
        <Link to="/personalTable" className={styles.title} title={t('everywhere.find')} onClick={onLeave}>
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
      <Tooltip label={t('shell.storageGroupUsed', { size: formatSize(figures.group) })}>
        <i className={styles.group} style={{ width: `${figures.groupPercent}%` }} data-any={figures.groupPercent > 0 || undefined} />
      </Tooltip>
      <Tooltip label={figures.unlimited ? t('shell.storageUnlimited') : freeOf}>
        <i className={styles.rest} />
      </Tooltip>
    </div>
  );
}

/** The free space in the unit of the whole, which the figures below it share without naming it. */
function freeInUnit(figures: CapacityFigures): string {
  const [unit, size] = unitFor(figures.total);
  return `${(figures.free / size).toFixed(2)} ${unit}`;
}

function Legend({ figures }: { figures: CapacityFigures }) {
  const [unit, size] = unitFor(figures.unlimited ? figures.own + figures.group : figures.total);
  const shown = (bytes: number) => (figures.unlimited ? `${inUnit(bytes, size)} ${unit}` : inUnit(bytes, size));
  return (
    <div className={styles.legend}>
      <Tooltip label={t('shell.storagePersonalUsed', { size: formatSize(figures.own) })}>
        <span>
          <i className={styles.ownDot} />
          {t('shell.storageOwn')} {shown(figures.own)}
        </span>
      </Tooltip>
      <Tooltip label={t('shell.storageGroupUsed', { size: formatSize(figures.group) })}>
        <span>
          <i className={styles.groupDot} />
          {t('shell.storageGroup')} {shown(figures.group)}
        </span>
      </Tooltip>
      {!figures.unlimited && <span className={styles.total}>{t('shell.storageTotal', { size: inUnit(figures.total, size) })}</span>}
    </div>
  );
}
