import { Tooltip } from '@mantine/core';
import { Hand } from 'lucide-react';
import type { Notice } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { DeviceAnswer } from '../identity/DeviceAnswer.tsx';
import { HandoverAnswer } from '../groups/HandoverAnswer.tsx';
import { AnswerGiven, RequestDecision } from '../access-requests/NoticeDecision.tsx';
import { OpenCommented } from '../comments/OpenCommented.tsx';
import { noticeLine } from './notice-line.ts';
import { noticePlace } from './notice-place.ts';
import { noticeTime } from './notice-time.ts';
import { OpenPlace } from './OpenPlace.tsx';
import styles from './notices.module.css';

interface NoticeItemProps {
  notice: Notice;
  product: string;
  onRead: () => void;
  /** Closes the board when a notification opens something. */
  onLeave: () => void;
  touch: boolean;
}

/** A notification with its person, text, time and decision buttons; the dot of an unread one marks it as read. */
export function NoticeItem({ notice, product, onRead, onLeave, touch }: NoticeItemProps) {
  const { by, text } = noticeLine(notice, product);
  const place = noticePlace(notice);
  return (
    <li className={styles.item}>
      {by ? (
        <Avatar id={by.userId} name={by.name} size={32} />
      ) : (
        <span className={styles.system} aria-hidden>
          <Hand size={17} strokeWidth={1.75} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.text}>
          {by && <b>{by.name} </b>}
          {text}
        </p>
        <time className={styles.time} dateTime={notice.createTime} title={formatFullTime(notice.createTime)}>
          {noticeTime(notice.createTime)}
        </time>
        {notice.kind === 'handoverRequested' && notice.todo && <HandoverAnswer groupId={notice.data.groupId} />}
        {notice.kind === 'newDevice' && notice.todo && (
          <div className={styles.open}>
            <DeviceAnswer deviceId={notice.data.deviceId} />
          </div>
        )}
        {notice.kind === 'accessRequested' && <RequestDecision notice={notice} touch={touch} onLeave={onLeave} />}
        {notice.kind === 'comment' && <OpenCommented notice={notice} touch={touch} onLeave={onLeave} />}
        {place && <OpenPlace label={t(place.label)} place={place.address} touch={touch} onLeave={onLeave} />}
        {notice.kind === 'accessAnswered' && <AnswerGiven notice={notice} touch={touch} onLeave={onLeave} />}
      </div>
      {!notice.read && (
        <Tooltip label={t('notices.markOne')}>
          <button type="button" className={styles.dot} aria-label={`${t('notices.isUnread')} · ${t('notices.markOne')}`} onClick={onRead}>
            <i />
          </button>
        </Tooltip>
      )}
    </li>
  );
}
