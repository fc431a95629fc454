import { Badge, Button, Checkbox, Modal, Radio } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { numberedName } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { kindOfName } from '../files/file-kind.ts';
import { conflictStore, type Answer, type Choice, type Conflict } from './conflicts.ts';
import styles from './ConflictDialog.module.css';

/** What is here beside what comes, and what to do. Stands once, beside the panel. */
export function ConflictDialog() {
  const asked = useSyncExternalStore(conflictStore.subscribe, conflictStore.read);
  const phone = usePhone();
  return (
    <Modal
      opened={asked !== null}
      onClose={() => asked?.answer(null)}
      size={560}
      title={t('transfer.conflictTitle')}
      padding={0}
      closeButtonProps={{ 'aria-label': asked?.conflict.source.place === undefined ? t('transfer.cancelUpload') : t('common.cancel') }}
      fullScreen={phone}
    >
      {asked && <Question key={asked.conflict.source.name} conflict={asked.conflict} more={asked.more} onAnswer={asked.answer} />}
    </Modal>
  );
}

function Question({ conflict, more, onAnswer }: { conflict: Conflict; more: number; onAnswer(answer: Answer): void }) {
  const { source, here, folderName } = conflict;
  const folderInTheWay = here?.classifierId === 'Folder' || source.folder === true;
  const giveUp = source.place === undefined ? t('transfer.cancelUpload') : t('common.cancel');
  const [choice, setChoice] = useState<Choice>(folderInTheWay ? 'rename' : 'version');
  const [rest, setRest] = useState(more !== 0);
  const n = rest && more > 0 ? more + 1 : 1;
  const newer = here !== null && source.lastModified > Date.parse(here.updateTime);
  const options: { value: Choice; title: string; hint: string }[] = [
    ...(folderInTheWay ? [] : [{ value: 'version', title: t('transfer.replace'), hint: t('transfer.replaceHint') } as const]),
    { value: 'rename', title: t('transfer.keepBoth'), hint: t('transfer.keepBothHint', { name: numberedName(source.name, 1) }) },
    { value: 'skip', title: t('transfer.skip'), hint: source.place === undefined ? t('transfer.skipHint') : t('moving.skipHint') },
  ];
  const verb =
    choice === 'version'
      ? t('transfer.replaceN', { n })
      : choice === 'rename'
        ? t('transfer.keepBothN', { n })
        : t('transfer.skipN', { n });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ choice, rest: rest && more !== 0 });
      }}
    >
      <div className={styles.body} tabIndex={-1} data-autofocus>
        <p className={styles.lead}>
          {folderInTheWay
            ? t('transfer.folderTaken', { folder: folderName })
            : t('transfer.conflictText', { name: source.name, folder: folderName })}
        </p>
        {here && !folderInTheWay && (
          <div className={styles.pair}>
            <Side
              title={t('transfer.existing')}
              name={here.instanceName}
              stamp={here.updateTime}
              facts={`${here.updatedBy} · ${formatSize(here.fileSize)}`}
              newer={!newer}
            />
            <Side
              title={source.place === undefined ? t('transfer.incoming') : t('moving.incoming')}
              name={source.name}
              stamp={source.lastModified}
              facts={`${source.place ?? t('transfer.thisDevice')} · ${formatSize(source.size)}`}
              newer={newer}
            />
          </div>
        )}
        <Radio.Group value={choice} onChange={(value) => setChoice(value as Choice)} aria-label={t('transfer.conflictTitle')}>
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
      </div>
      <div className={styles.foot}>
        {more !== 0 && (
          <Checkbox
            checked={rest}
            onChange={(event) => setRest(event.currentTarget.checked)}
            label={more > 0 ? t('transfer.applyRest', { n: more }) : t('transfer.applyAll')}
          />
        )}
        <span className={styles.grow} />
        <Button variant="default" onClick={() => onAnswer(null)}>
          {giveUp}
        </Button>
        <Button type="submit">{verb}</Button>
      </div>
    </form>
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
