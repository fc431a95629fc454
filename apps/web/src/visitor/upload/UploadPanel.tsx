import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LinkContent } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { useStore } from '../../ui/store.ts';
import { IconButton } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import styles from './AddTools.module.css';
import { received, unfinished } from './kept.ts';
import './load-upload-texts.ts';
import { refused } from './refused.ts';
import { Summary } from './Summary.tsx';
import { UploadList } from './UploadList.tsx';
import { announced, ended, uploads } from './uploads.ts';

interface UploadPanelProps {
  content: LinkContent;
  phone: boolean;
  /** Something is dragged over the page. */
  hovers: boolean;
  /** What becomes of what is sent. */
  foot: string;
  /** Something has arrived. */
  onArrived(): void;
}

/** Why nothing can be sent any more; undefined while the link is open. */
export function useClosed(): string | undefined {
  const why = useStore(ended);
  return why === null ? undefined : failureMessage(why, t('errors.unknown'));
}

/** Beside a list: what was sent in this visit, and what is on its way. */
export function UploadPanel({ content, phone, hovers, foot, onArrived }: UploadPanelProps) {
  const closed = useClosed();
  const arrived = useStore(received);
  const arrivedKeys = new Set(arrived.map(({ key }) => key));
  const items = useStore(uploads.shown).items.filter(({ id }) => !arrivedKeys.has(uploads.chosenAs(id)?.key ?? ''));
  const interrupted = useStore(unfinished).filter(({ key }) => !uploads.began(key) && !arrivedKeys.has(key));
  const tooMuch = useStore(refused);
  const [closedAt, setClosedAt] = useState(arrived.length);
  useEffect(() => uploads.goOn(), []);
  const count = arrived.length;
  useEffect(() => {
    if (count > 0) onArrived();
  }, [count, onArrived]);

  const waiting = items.length + interrupted.length + tooMuch.length;
  const shown = waiting > 0 || count > closedAt;
  return (
    <>
      <span className={styles.said} role="status">
        {useStore(announced)}
      </span>
      {hovers && (
        <div className={styles.drop} aria-hidden>
          {t('upload.dropNow')}
        </div>
      )}
      {shown && (
        <section className={styles.panel} aria-label={t('upload.list')}>
          <div className={styles.head}>
            <Summary received={arrived} items={items} ended={closed !== undefined} phone={phone} />
            {waiting === 0 && (
              <IconButton label={t('common.close')} onClick={() => setClosedAt(count)}>
                <X {...icon} />
              </IconButton>
            )}
          </div>
          <div className={styles.rows}>
            <UploadList
              received={arrived}
              items={items}
              refused={tooMuch}
              interrupted={interrupted}
              sharer={content.sharer}
              ended={closed !== undefined}
              phone={phone}
            />
          </div>
          <p className={styles.foot}>{closed ?? foot}</p>
        </section>
      )}
    </>
  );
}
