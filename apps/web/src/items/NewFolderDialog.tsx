import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Instance } from '@alcove/contract';
import { currentLanguage, t } from '../i18n/index.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { createFolder } from './file-actions.ts';
import { freeName, nameCount, nameProblem } from './name-problem.ts';

interface NewFolderDialogProps {
  opened: boolean;
  parentId: string;
  fileSharingId?: string | undefined;
  others: readonly string[];
  onClose(): void;
  onCreated(folder: Instance): void;
}

export function NewFolderDialog({ opened, onClose, ...rest }: NewFolderDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('files.newFolder')}>
      {opened && <Form onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Form({ parentId, fileSharingId, others, onClose, onCreated }: Omit<NewFolderDialogProps, 'opened'>) {
  const [name, setName] = useState(() => freeName(t('files.newFolderName'), others));
  const [busy, setBusy] = useState(false);
  const problem = nameProblem({ name, others, language: currentLanguage(), taken: t('files.nameTaken') });
  const create = async () => {
    if (problem || busy) return;
    setBusy(true);
    try {
      const folder = await createFolder(parentId, name.normalize('NFC'), { fileSharingId });
      onClose();
      onCreated(folder);
    } catch {
      setBusy(false); // the action showed the error; the name can be corrected
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        label={t('files.nameLabel')}
        value={name}
        error={problem}
        description={nameCount(name)}
        data-autofocus
        maxLength={300}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={problem !== null}>
          {t('files.newFolder')}
        </Button>
      </Group>
    </form>
  );
}
