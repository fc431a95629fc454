import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LinkContent } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { useStore } from '../../ui/store.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { Head } from '../frame/Head.tsx';
import { OfflineNote } from '../frame/OfflineNote.tsx';
import { OwnNote } from '../frame/OwnNote.tsx';
import { useTitle } from '../frame/use-title.ts';
import { icon } from '../ui/icon.ts';
import { Done } from './Done.tsx';
import { received, unfinished } from './kept.ts';
import './load-upload-texts.ts';
import { refused } from './refused.ts';
import { Summary } from './Summary.tsx';
import { UploadHeading } from './UploadHeading.tsx';
import { UploadList } from './UploadList.tsx';
import { announced, ended, uploads } from './uploads.ts';
import { useWays } from './use-ways.tsx';
import { DropZone, PhoneWays } from './Ways.tsx';
import styles from './UploadPage.module.css';

/** A link that collects files: whoever opens it uploads, and sees what they uploaded in this visit. */
export default function UploadPage({ content }: { content: LinkContent }) {
  const { root } = content;
  const phone = usePhone();
  const why = useStore(ended);
  const arrived = useStore(received);
  const arrivedKeys = new Set(arrived.map(({ key }) => key));
  // The list of uploads is shown a moment late: what has arrived meanwhile is not shown as under way too, nor what has just begun as interrupted.
  const items = useStore(uploads.shown).items.filter(({ id }) => !arrivedKeys.has(uploads.chosenAs(id)?.key ?? ''));
  const interrupted = useStore(unfinished).filter(({ key }) => !uploads.began(key) && !arrivedKeys.has(key));
  const tooMuch = useStore(refused);
  /** How many had arrived when the visitor wanted to upload more. */
  const [moreAfter, setMoreAfter] = useState(0);
  const closed = why !== null ? failureMessage(why, t('errors.unknown')) : undefined;
  const offline = useOnline() ? undefined : t('upload.offline');
  // What somebody else has there is not told, so it is not asked about: a name that is taken gets a number.
  const place = { parentId: root.instanceId, instanceType: root.instanceType, onConflict: 'rename' as const, fileBytes: content.fileBytes };
  const { choose, hovers, field } = useWays(place, closed ?? offline);
  useTitle(content.name);
  useEffect(() => uploads.goOn(), []);

  const waiting = items.length + interrupted.length + tooMuch.length;
  const said = (
    <span className={styles.said} role="status">
      {useStore(announced)}
    </span>
  );
  if (waiting === 0 && arrived.length > moreAfter && why === null)
    return (
      <>
        <Done content={content} received={arrived} onMore={() => setMoreAfter(arrived.length)} />
        {field}
        {said}
      </>
    );
  const some = waiting + arrived.length > 0;
  return (
    <div className={styles.page}>
      <div className={styles.scroller}>
        <Head person={false} staff={false} />
        <OfflineNote />
        <OwnNote of={content.ownPreview} />
        <main className={styles.column}>
          {closed !== undefined && (
            <div className={styles.ended} role="alert">
              <CircleAlert {...icon} />
              <p>
                <strong>{closed}</strong>
                {t('upload.endedText')}
              </p>
            </div>
          )}
          <UploadHeading content={content} phone={phone} />
          <section className={styles.sheet} aria-label={content.name}>
            {!phone && why === null && <DropZone hovers={hovers} onChoose={choose} />}
            {some && <Summary received={arrived} items={items} ended={why !== null} phone={phone} />}
            {some && (
              <UploadList
                received={arrived}
                items={items}
                refused={tooMuch}
                interrupted={interrupted}
                sharer={content.sharer}
                ended={why !== null}
                phone={phone}
              />
            )}
            {!phone && why === null && <p className={styles.foot}>{t('upload.keep')}</p>}
          </section>
        </main>
      </div>
      {phone && why === null && <PhoneWays onChoose={choose} />}
      {field}
      {said}
    </div>
  );
}
