import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, X } from 'lucide-react';
import { useState } from 'react';
import { limits, noticeFilters, type NoticeFilter } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { NoticeList } from './NoticeList.tsx';
import { markRead, noticeCounts } from './notice-queries.ts';
import styles from './notices.module.css';

const read = (chosen: Parameters<typeof markRead>[0]) =>
  void markRead(chosen).catch((error: unknown) => toast.error(failureMessage(error, t('errors.unknown'))));

const capped = (count: number) => (count > limits.badgeCap ? `${limits.badgeCap}+` : String(count));
const labelOf = (name: string, count: number) => (count > 0 ? t('notices.counted', { name, n: capped(count) }) : name);

/**
 * Tabs for all, unread and pending notifications. `onClose` is set where the board covers the screen; `onLeave` closes it when a
 * notification opens something.
 */
export default function NoticeBoard({ onClose, onLeave }: { onClose?: () => void; onLeave: () => void }) {
  const [filter, setFilter] = useState<NoticeFilter>('all');
  const { unread = 0, todo = 0 } = useQuery(noticeCounts).data ?? {};
  const counts = { all: 0, unread, todo };
  const size = onClose ? 'xl' : 'sm';
  return (
    <>
      <div className={styles.head}>
        <h2>{t('notices.title')}</h2>
        <Tooltip label={t('notices.markAll')}>
          <ActionIcon size={size} aria-label={t('notices.markAll')} disabled={unread === 0} onClick={() => read({ all: true })}>
            <CheckCheck size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {onClose && (
          <ActionIcon size={size} aria-label={t('common.close')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={styles.filter}>
        <SegmentedControl
          fullWidth
          aria-label={t('notices.filter')}
          value={filter}
          onChange={(chosen) => setFilter(chosen as NoticeFilter)}
          data={noticeFilters.map((value) => ({ value, label: labelOf(t(`notices.${value}`), counts[value]) }))}
        />
      </div>
      <div className={styles.scroll} role="group" aria-label={t('notices.title')} tabIndex={0}>
        <NoticeList
          filter={filter}
          onRead={(noticeId) => read({ noticeIds: [noticeId] })}
          onLeave={onLeave}
          touch={onClose !== undefined}
        />
      </div>
    </>
  );
}
