import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import type { Comment, Instance } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { removeComment } from './comment-actions.ts';
import styles from './comments.module.css';

export function CommentList({ item, comments }: { item: Instance; comments: readonly Comment[] }) {
  return (
    <ol className={styles.list} aria-label={t('comments.title')}>
      {comments.map((one) => (
        <li key={one.commentId} className={styles.comment}>
          <Avatar id={one.author.userId} name={one.author.name} size={24} />
          <div className={styles.said}>
            <div className={styles.by}>
              <b className={styles.name}>{one.author.name}</b>
              <time dateTime={one.createTime} title={formatFullTime(one.createTime)}>
                {formatTime(one.createTime)}
              </time>
            </div>
            <p className={styles.text}>{one.text}</p>
          </div>
          {one.removable && (
            <ActionIcon
              size="sm"
              className={styles.remove}
              aria-label={t('comments.remove')}
              title={t('comments.remove')}
              onClick={() => void removeComment(item, one)}
            >
              <Trash2 size={14} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ol>
  );
}
