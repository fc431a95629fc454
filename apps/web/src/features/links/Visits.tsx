import { Badge, Button } from '@mantine/core';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import type { LinkVisit } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState, SkeletonRows, StateView } from '../../ui/empty-state/index.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { usePages } from '../../ui/use-pages.ts';
import { linkVisits } from './link-queries.ts';
import { byDay, clockOf, tookText } from './visit-words.ts';
import styles from './visits.module.css';

/** The visits of a link by day, the latest first. */
export function Visits({ linkPath }: { linkPath: string }) {
  const { list, more } = usePages(linkVisits(linkPath));
  const now = useMinute();
  const visits = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const left = (list.data?.pages[0]?.total ?? 0) - visits.length;
  if (list.isError && !list.data)
    return (
      <div className={styles.body}>
        <ErrorState title={t('links.visitsFailed')} error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  if (!list.data)
    return (
      <div className={styles.body}>
        <SkeletonRows rows={5} />
      </div>
    );
  if (visits.length === 0)
    return (
      <div className={styles.body}>
        <StateView object="lens" size={120} title={t('links.noVisits')} text={t('links.noVisitsText')} />
      </div>
    );
  return (
    <div className={styles.body} tabIndex={0} role="group" aria-label={t('links.visitors')}>
      {byDay(visits, new Date(now)).map((day, at) => (
        <section key={day.title}>
          <h3 className={styles.dayHead}>
            {day.title}
            {at === 0 && <span>{t('links.byTime')}</span>}
          </h3>
          <ul className={styles.visits}>
            {day.visits.map((visit) => (
              <Visit key={visit.visitId} visit={visit} />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <Button variant="subtle" size="xs" {...more}>
          {t('links.moreVisits', { n: left })}
        </Button>
      )}
    </div>
  );
}

const deedOf = { preview: 'tookPreview', download: 'tookDownload', save: 'tookSave', upload: 'tookUpload' } as const;

/** One visit; what was taken unfolds where it is more than one thing. */
function Visit({ visit }: { visit: LinkVisit }) {
  const [open, setOpen] = useState(false);
  const { visitor, address, device, time, took } = visit;
  return (
    <li className={styles.visit}>
      {visitor === null ? (
        <span className={styles.unknown}>
          <UserRound size={15} strokeWidth={1.75} aria-hidden />
        </span>
      ) : (
        <Avatar id={visitor} name={visitor} size={28} />
      )}
      <div className={styles.said}>
        <div className={styles.who}>
          <span className={styles.cut} title={visitor === null ? address : `${visitor} · ${address}`}>
            {visitor ?? address}
          </span>
          {visitor === null ? <span className={styles.quiet}>{device}</span> : <Badge size="xs">{t('links.staff')}</Badge>}
          <time className={styles.clock} dateTime={time} title={formatFullTime(time)}>
            {clockOf(time)}
          </time>
        </div>
        {took.length > 1 ? (
          <>
            <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
              {tookText(visit)}
            </button>
            {open && (
              <ul className={styles.took}>
                {took.map((one) => (
                  <li key={`${one.time} ${one.deed} ${one.instanceName}`} title={formatFullTime(one.time)}>
                    {t(`links.${deedOf[one.deed]}`, { name: one.instanceName })}
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <div className={styles.soft}>{tookText(visit)}</div>
        )}
      </div>
    </li>
  );
}
