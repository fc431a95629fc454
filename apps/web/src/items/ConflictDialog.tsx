import { Badge, Button, Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import { numberedName } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../i18n/index.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { FileIcon } from '../ui/marks/FileIcon.tsx';
import { useStore } from '../ui/store.ts';
import { usePhone } from '../ui/use-media.ts';
import { kindOfName } from './file-kind.ts';
import { askedConflict, kindOf, type Answer, type Choice, type Conflict, type FileChoice } from './conflicts.ts';
import styles from './ConflictDialog.module.css';

/** Compares the existing item with the incoming one and asks what to do. Mounted once, beside the panel. */
export function ConflictDialog() {
  const asked = useStore(askedConflict);
  const phone = usePhone();
  return (
    <Dialog
      opened={asked !== null}
      onClose={() => asked?.answer(null)}
      size={560}
      title={asked && kindOf(asked.conflict) === 'folders' ? t('transfer.folderConflictTitle') : t('transfer.conflictTitle')}
      padding={0}
      closeButtonProps={{ 'aria-label': asked?.conflict.source.place === undefined ? t('transfer.cancelUpload') : t('common.cancel') }}
      fullScreen={phone}
    >
      {asked && <Question key={asked.conflict.source.name} conflict={asked.conflict} more={asked.more} onAnswer={asked.answer} />}
    </Dialog>
  );
}

function Question({ conflict, more, onAnswer }: { conflict: Conflict; more: number; onAnswer(answer: Answer): void }) {
  const { source, here, folderName } = conflict;
  const kind = kindOf(conflict);
  const giveUp = source.place === undefined ? t('transfer.cancelUpload') : t('common.cancel');
  const [choice, setChoice] = useState<Choice['does']>(kind === 'folders' ? 'merge' : kind === 'files' ? 'version' : 'rename');
  const [files, setFiles] = useState<FileChoice>('version');
  const [rest, setRest] = useState(more !== 0);
  const n = rest && more > 0 ? more + 1 : 1;
  const newer = here !== null && source.lastModified > Date.parse(here.updateTime);
  const numbered = numberedName(source.name, 1);
  const keepHint = source.folder ? t('transfer.keepBothFolders', { name: numbered }) : t('transfer.keepBothHint', { name: numbered });
  const options: { value: Choice['does']; title: string; hint: string }[] = [
    ...(kind === 'folders'
      ? [
          {
            value: 'merge',
            title: t('transfer.merge'),
            hint: t(source.place === undefined ? 'transfer.mergeUploadHint' : 'transfer.mergeHint'),
          } as const,
        ]
      : []),
    ...(kind === 'files' ? [{ value: 'version', title: t('transfer.replace'), hint: t('transfer.replaceHint') } as const] : []),
    { value: 'rename', title: t('transfer.keepBoth'), hint: keepHint },
    { value: 'skip', title: t('transfer.skip'), hint: source.place === undefined ? t('transfer.skipHint') : t('moveCopy.skipHint') },
  ];
  const verbs: Record<Choice['does'], string> = {
    merge: t('transfer.mergeN', { n }),
    version: t('transfer.replaceN', { n }),
    rename: t('transfer.keepBothN', { n }),
    skip: t('transfer.skipN', { n }),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ choice: choice === 'merge' ? { does: choice, files } : { does: choice }, rest: rest && more !== 0 });
      }}
    >
      <div className={styles.body} tabIndex={-1} data-autofocus>
        <p className={styles.lead}>
          {kind === 'mixed' && here?.classifierId === 'Folder'
            ? t('transfer.folderTaken', { folder: folderName })
            : t('transfer.conflictText', { name: source.name, folder: folderName })}
        </p>
        {here && kind === 'files' && (
          <div className={styles.pair}>
            <Side
              title={t('transfer.existing')}
              name={here.instanceName}
              stamp={here.updateTime}
              facts={`${here.updatedBy} · ${formatSize(here.fileSize)}`}
              newer={!newer}
            />
            <Side
              title={source.place === undefined ? t('transfer.incoming') : t('moveCopy.incoming')}
              name={source.name}
              stamp={source.lastModified}
              facts={`${source.place ?? t('transfer.thisDevice')} · ${formatSize(source.size)}`}
              newer={newer}
            />
          </div>
        )}
        <Radio.Group value={choice} onChange={(value) => setChoice(value as Choice['does'])} aria-label={t('transfer.conflictTitle')}>
          {options.map((option) => (
            <label
              key={option.value}
              htmlFor={`conflict-${option.value}`}
              className={styles.choice}
              data-on={choice === option.value || undefined}
            >
              <Radio id={`conflict-${option.value}`} value={option.value} aria-label={option.title} />
              <span>
                <span className={styles.title}>{option.title}</span>
                <span className={styles.hint}>{option.hint}</span>
              </span>
            </label>
          ))}
        </Radio.Group>
        {choice === 'merge' && <FilesWithin value={files} onChange={setFiles} />}
      </div>
      <div className={styles.foot}>
        {more !== 0 && (
          <Checkbox
            checked={rest}
            onChange={(event) => setRest(event.currentTarget.checked)}
            label={more > 0 ? t('transfer.applyRest', { n: more }) : t('transfer.applyAll')}
          />
        )}
        <span className={styles.answers}>
          <Button variant="default" onClick={() => onAnswer(null)}>
            {giveUp}
          </Button>
          <Button type="submit">{verbs[choice]}</Button>
        </span>
      </div>
    </form>
  );
}

/** What to do with conflicting files inside merged folders. */
function FilesWithin({ value, onChange }: { value: FileChoice; onChange(value: FileChoice): void }) {
  return (
    <Radio.Group
      value={value}
      onChange={(next) => onChange(next as FileChoice)}
      label={t('transfer.mergeFiles')}
      classNames={{ root: styles.within!, label: styles.hint! }}
    >
      <div className={styles.withinChoices}>
        <Radio value="version" size="xs" label={t('transfer.replace')} />
        <Radio value="rename" size="xs" label={t('transfer.keepBoth')} />
        <Radio value="skip" size="xs" label={t('transfer.skip')} />
      </div>
    </Radio.Group>
  );
}

function Side({
  title,
  name,
  stamp,
  facts,
  newer,
}: {
  title: string;
  name: string;
  stamp: string | number;
  facts: string;
  newer: boolean;
}) {
  return (
    <div className={styles.side}>
      <div className={styles.sideHead}>
        {title}
        {newer && (
          <Badge color="pine" size="xs">
            {t('transfer.newer')}
          </Badge>
        )}
      </div>
      <div className={styles.file}>
        <FileIcon kind={kindOfName(name)} size={28} />
        <span>
          <span className={styles.when} title={formatFullTime(stamp)}>
            {formatTime(stamp)}
          </span>
          <span className={styles.hint}>{facts}</span>
        </span>
      </div>
    </div>
  );
}
