import { ActionIcon, Textarea, Tooltip } from '@mantine/core';
import { SendHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { limits, type Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { newUuid } from '../../api/uuid.ts';
import { may } from '../../items/may.ts';
import { sendComment } from './comment-actions.ts';
import styles from './comments.module.css';

/** The comment field: Enter sends, Shift+Enter breaks the line. It is hidden from those who may not comment. */
export function CommentBox({ item }: { item: Instance }) {
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const draft = useRef<string | null>(null);
  const offline = !useOnline();
  if (!may(item, 'comment')) return null;
  const send = async () => {
    const said = text.trim();
    if (said === '' || sending || offline) return;
    setSending(true);
    if (await sendComment(item, said, (draft.current ??= newUuid()))) {
      setText('');
      draft.current = null;
    }
    setSending(false);
  };
  return (
    <div className={styles.box}>
      <Textarea
        autosize
        minRows={1}
        maxRows={5}
        value={text}
        maxLength={limits.commentLength}
        disabled={offline}
        placeholder={offline ? t('files.offlineReason') : t('comments.write')}
        aria-label={t('comments.write')}
        onChange={(event) => {
          setText(event.currentTarget.value);
          draft.current = null;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
        rightSection={
          <Tooltip label={t('comments.send')}>
            <ActionIcon
              aria-label={t('comments.send')}
              disabled={text.trim() === '' || offline}
              loading={sending}
              onClick={() => void send()}
            >
              <SendHorizontal size={16} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
    </div>
  );
}
