import { Drawer, Popover, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../i18n/index.ts';
import { noticeCounts } from './notice-queries.ts';
import styles from './notices.module.css';

const NoticeBoard = lazy(() => import('./NoticeBoard.tsx'));

/** The bell in the header; `className` is that of the header's buttons. `touch` is the phone's form: a full-screen sheet. */
export function NoticeBell({ className, touch = false }: { className: string | undefined; touch?: boolean }) {
  const [opened, setOpened] = useState(false);
  const unread = useQuery(noticeCounts).data?.unread ?? 0;
  const label = unread > 0 ? t('notices.bell', { n: unread }) : t('notices.title');
  const bell = (
    <button type="button" className={className} aria-label={label} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
      <Bell size={touch ? 20 : 17} strokeWidth={1.75} aria-hidden />
      {unread > 0 && <i className={styles.pip} data-touch={touch || undefined} />}
    </button>
  );
  // The focus target exists before the board is loaded.
  const board = (onClose?: () => void) => (
    <div className={styles.board} tabIndex={-1} data-autofocus>
      <Suspense>
        <NoticeBoard {...(onClose && { onClose })} onLeave={() => setOpened(false)} />
      </Suspense>
    </div>
  );
  if (touch)
    return (
      <>
        {bell}
        <Drawer.Root opened={opened} onClose={() => setOpened(false)} position="bottom" size="100%" padding={0} offset={0} radius={0}>
          <Drawer.Content aria-label={t('notices.title')}>
            <Drawer.Body className={styles.sheet}>{board(() => setOpened(false))}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      </>
    );
  return (
    <Popover position="bottom-end" width={400} offset={10} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          {bell}
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={t('notices.title')}>
        {board()}
      </Popover.Dropdown>
    </Popover>
  );
}
