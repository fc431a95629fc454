import { nameFault, normaliseName } from '@alcove/contract';
import { useState, type FormEvent } from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { failureText } from '../actions/download.ts';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './AddTools.module.css';

interface NewFolderProps {
  parentId: string;
  onClose(): void;
  onMade(): void;
}

/** Asks for the name of a folder and makes it. A name that stands is said at the field, in the server's words. */
export function NewFolder({ parentId, onClose, onMade }: NewFolderProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const instanceName = normaliseName(name);
    if (busy) return;
    if (instanceName === '') return setProblem(t('upload.folderNameEmpty'));
    if (nameFault(instanceName)) return setProblem(t('upload.folderNameBad'));
    setBusy(true);
    try {
      await asVisitor(linkCalls.createFolder, { parentId, instanceName });
      toast.success(t('upload.folderMade', { name: instanceName }));
      onMade();
      onClose();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('upload.newFolder')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="filled" type="submit" form="new-folder" aria-disabled={busy}>
            {t('upload.makeFolder')}
          </Button>
        </>
      }
    >
      <form id="new-folder" noValidate onSubmit={(event) => void make(event)}>
        <label className={styles.label} htmlFor="folder-name">
          {t('upload.folderName')}
        </label>
        <input
          id="folder-name"
          className={styles.name}
          type="text"
          value={name}
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby="folder-problem"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem('');
          }}
        />
        <p className={styles.problem} id="folder-problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}
