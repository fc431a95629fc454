import { Camera, ChevronDown, FolderPlus, FolderUp, Upload, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LinkContent } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { useStore } from '../../ui/store.ts';
import { useOnline } from '../../ui/use-online.ts';
import { IconButton } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { received, unfinished } from './kept.ts';
import './load-upload-texts.ts';
import { NewFolder } from './NewFolder.tsx';
import { refused } from './refused.ts';
import { Summary } from './Summary.tsx';
import { UploadList } from './UploadList.tsx';
import { announced, ended, uploads } from './uploads.ts';
import { useWays } from './use-ways.tsx';
import styles from './AddTools.module.css';

interface AddToolsProps {
  content: LinkContent;
  /** The folder that is shown, which takes what is added. */
  folderId: string;
  phone: boolean;
  /** Something has arrived in the shown folder, or below it. */
  onArrived(): void;
}

/** What visitors of a link that may be edited add to the shown folder: files, folders, and new versions of what is there. */
export default function AddTools({ content, folderId, phone, onArrived }: AddToolsProps) {
  const why = useStore(ended);
  const arrived = useStore(received);
  const arrivedKeys = new Set(arrived.map(({ key }) => key));
  const items = useStore(uploads.shown).items.filter(({ id }) => !arrivedKeys.has(uploads.chosenAs(id)?.key ?? ''));
  const interrupted = useStore(unfinished).filter(({ key }) => !uploads.began(key) && !arrivedKeys.has(key));
  const tooMuch = useStore(refused);
  const [closedAt, setClosedAt] = useState(arrived.length);
  const [naming, setNaming] = useState(false);
  const closed = why !== null ? failureMessage(why, t('errors.unknown')) : undefined;
  const offline = useOnline() ? undefined : t('upload.offline');
  const place = { parentId: folderId, instanceType: content.root.instanceType, onConflict: 'version' as const };
  const { choose, hovers, field } = useWays(place, closed ?? offline);
  useEffect(() => uploads.goOn(), []);
  const count = arrived.length;
  useEffect(() => {
    if (count > 0) onArrived();
  }, [count, onArrived]);

  const waiting = items.length + interrupted.length + tooMuch.length;
  const shown = waiting > 0 || count > closedAt;
  return (
    <>
      <MenuButton
        label={t('upload.add')}
        wide={!phone}
        entries={[
          { label: t('upload.chooseFiles'), icon: <Upload {...icon} />, onClick: () => choose('files') },
          phone
            ? { label: t('upload.camera'), icon: <Camera {...icon} />, onClick: () => choose('camera') }
            : { label: t('upload.chooseFolder'), icon: <FolderUp {...icon} />, onClick: () => choose('folder') },
          { label: t('upload.newFolder'), icon: <FolderPlus {...icon} />, onClick: () => setNaming(true) },
        ]}
      >
        <Upload {...icon} />
        {!phone && (
          <>
            {t('upload.add')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </>
        )}
      </MenuButton>
      {field}
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
            <Summary received={arrived} items={items} ended={why !== null} phone={phone} />
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
              ended={why !== null}
              phone={phone}
            />
          </div>
          <p className={styles.foot}>{closed ?? t('upload.asVersions')}</p>
        </section>
      )}
      {naming && <NewFolder parentId={folderId} onClose={() => setNaming(false)} onMade={onArrived} />}
    </>
  );
}
