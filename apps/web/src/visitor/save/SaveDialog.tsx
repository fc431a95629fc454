import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Instance, LinkInstance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';
import { failureText } from '../actions/download.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { icon } from '../ui/icon.ts';
import { foldersIn, ownRoot } from './own-folders.ts';
import styles from './SaveDialog.module.css';

interface Folder {
  instanceId: string;
  name: string;
}

interface SaveDialogProps {
  items: readonly LinkInstance[];
  onClose(): void;
  onSaved(): void;
}

/** Where in one's own drive the items are to be saved: one goes down folder by folder. Only for signed-in colleagues. */
export default function SaveDialog({ items, onClose, onSaved }: SaveDialogProps) {
  const [path, setPath] = useState<readonly Folder[]>([]);
  const [inside, setInside] = useState<{ of: string; folders: readonly Instance[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const here = path.at(-1);
  const folderId = here?.instanceId;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const fail = (error: unknown): void => {
      if (!signal.aborted) setProblem(failureText(error));
    };
    if (folderId === undefined) ownRoot(signal).then((instanceId) => setPath([{ instanceId, name: t('visitor.personal') }]), fail);
    else foldersIn(folderId, signal).then((folders) => setInside({ of: folderId, folders }), fail);
    return () => leaving.abort();
  }, [folderId]);
  const [only] = items;
  const title = items.length === 1 && only ? t('visitor.saveOne', { name: only.instanceName }) : t('visitor.saveMany', { n: items.length });
  const goTo = (next: readonly Folder[]): void => {
    setProblem(null);
    setPath(next);
  };
  const save = async (): Promise<void> => {
    if (!here || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await asVisitor(linkCalls.copy, { instanceIds: items.map(({ instanceId }) => instanceId), targetParentId: here.instanceId });
      toast.success(t('visitor.saved', { name: here.name }));
      onSaved();
      onClose();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  const folders = inside && inside.of === folderId ? inside.folders : null;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="filled" disabled={!here || busy} onClick={() => void save()}>
            {t('visitor.saveHere')}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        {path.length > 1 && (
          <IconButton label={t('visitor.up')} onClick={() => goTo(path.slice(0, -1))}>
            <ArrowLeft {...icon} />
          </IconButton>
        )}
        <span className={styles.here}>{here && <FileName name={here.name} strong />}</span>
      </div>
      <ul className={styles.list} aria-label={here && t('visitor.foldersOf', { name: here.name })} aria-busy={folders === null}>
        {folders?.map(({ instanceId, instanceName: name }) => (
          <li key={instanceId}>
            <button type="button" className={styles.folder} onClick={() => goTo([...path, { instanceId, name }])}>
              <FileIcon kind="folder" size={24} />
              <span className={styles.name}>
                <FileName name={name} />
              </span>
              <ChevronRight {...icon} />
            </button>
          </li>
        ))}
        {folders?.length === 0 && <li className={styles.none}>{t('visitor.noFolders')}</li>}
      </ul>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
