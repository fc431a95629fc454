import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DashboardFigures, DashboardState } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDuration, formatSize, t } from '../../i18n/index.ts';
import { grown, growthOf, latestWith, usedOn } from './day-figures.ts';
import styles from './dashboard.module.css';

/** Four figures, with what they mean. */
export function Tiles({ figures: { days, today }, state }: { figures: DashboardFigures; state: DashboardState }) {
  const measured = latestWith(days, 'usedPersonal');
  const growth = growthOf(days);
  const people = latestWith(days, 'people')?.figures.people;
  // Of an earlier day, nobody would understand it as that of yesterday.
  const yesterday = days.at(-2)?.day !== undefined && days.at(-1)?.day === today ? days.at(-2)!.figures : {};
  const reviews = useCurrentUser()?.adminItems.includes('links.review') ?? false;
  const { waiting, oldest } = state.reviews;
  const age = oldest === null ? null : formatDuration((Date.parse(state.time) - Date.parse(oldest)) / 1000);
  return (
    <div className={styles.tiles}>
      <Tile
        name={t('adminDashboard.used')}
        {...split(measured ? formatSize(usedOn(measured)!) : '—')}
        note={
          growth
            ? t('adminDashboard.growth', { n: growth.days, bytes: grown(growth.bytes) })
            : measured
              ? null
              : t('adminDashboard.notMeasured')
        }
      />
      <Tile
        name={t('adminDashboard.active')}
        figure={state.activeToday.toLocaleString()}
        unit={people === undefined ? '' : t('adminDashboard.ofPeople', { n: people.toLocaleString() })}
        note={
          yesterday.activePeople === undefined ? null : t('adminDashboard.activeYesterday', { n: yesterday.activePeople.toLocaleString() })
        }
      />
      <Tile
        name={t('adminDashboard.uploads')}
        figure={yesterday.uploads?.toLocaleString() ?? '—'}
        unit={yesterday.uploads === undefined ? '' : t('adminDashboard.files')}
        note={
          yesterday.uploadedBytes === undefined
            ? t('adminDashboard.uploadsLater')
            : t('adminDashboard.uploadedBytes', { bytes: formatSize(yesterday.uploadedBytes) })
        }
      />
      <Tile
        name={reviews ? <Link to="/admin/reviews">{t('adminDashboard.reviews')}</Link> : t('adminDashboard.reviews')}
        figure={waiting.toLocaleString()}
        unit={t('adminDashboard.links')}
        note={age === null ? t('adminDashboard.noneWait') : t('adminDashboard.oldest', { age })}
      />
    </div>
  );
}

const split = (size: string) => ({ figure: size.split(' ')[0]!, unit: size.split(' ')[1] ?? '' });

function Tile({ name, figure, unit, note }: { name: ReactNode; figure: string; unit: string; note: string | null }) {
  return (
    <section className={styles.tile}>
      <h2>{name}</h2>
      <p>
        <strong>{figure}</strong> {unit}
      </p>
      <p className={styles.note}>{note}</p>
    </section>
  );
}
