/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a tree has no tag of its own */
import { Button, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FolderPlus, Search } from 'lucide-react';
import { useState } from 'react';
import { everyItem, limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { folderChildren } from '../../items/file-queries.ts';
import { NewFolderDialog } from '../../items/NewFolderDialog.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { FoundFolders } from './FoundFolders.tsx';
import { otherRoots, reasonAgainst, type PickedFolder, type RootGroup, type TargetRules } from './picker-roots.ts';
import { walkRows } from './walk-rows.ts';
import styles from './FolderPicker.module.css';

const typingMs = 150;

interface FolderPickerProps extends TargetRules {
  title: string;
  /** The button's label; `name` is the chosen folder's. */
  confirmLabel(name: string): string;
  onPick(folder: PickedFolder): void;
  onClose(): void;
}

/** Picks a target folder from all spaces that the reader can see, by tree or by search. */
export function FolderPicker(props: FolderPickerProps) {
  const phone = usePhone();
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={props.title}
      size={560}
      fullScreen={phone}
      padding={0}
      classNames={{ content: styles.content ?? '', body: styles.whole ?? '' }}
    >
      <Body {...props} />
    </Dialog>
  );
}

function Body({ confirmLabel, excluded, refused, only, onPick, onClose }: FolderPickerProps) {
  const user = useCurrentUser();
  const others = useQuery({ ...otherRoots, enabled: only === undefined });
  const [chosen, setChosen] = useState<PickedFolder | null>(null);
  const [text, setText] = useState('');
  const keyword = useSettled(text.trim(), typingMs);
  const [creating, setCreating] = useState(false);
  const own: RootGroup[] = user
    ? [{ label: t('shell.personalFile'), roots: [{ instanceId: user.personalRootId, name: t('files.title'), fileAuth: everyItem }] }]
    : [];
  const groups = only ? [{ label: only.name, roots: [only] }] : [...own, ...(others.data ?? [])];
  const problem = chosen && reasonAgainst(chosen, refused);
  const children = useQuery({ ...folderChildren(chosen?.instanceId ?? '', chosen ?? {}), enabled: creating && chosen !== null });
  const shared = { excluded, refused, chosen, onChoose: setChosen };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move from the field to the rows and between them */}
      <div className={styles.body} onKeyDown={walkRows}>
        <TextInput
          data-autofocus
          className={styles.filter ?? ''}
          aria-label={t('moveCopy.filter')}
          placeholder={t('moveCopy.filter')}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          value={text}
          maxLength={limits.nameLength}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {keyword !== '' && <FoundFolders keyword={keyword} groups={groups} {...(only && { only })} {...shared} />}
        {/* Hidden, not unmounted, during a search: expanded folders stay expanded. */}
        <ul role="tree" aria-label={t('moveCopy.targets')} className={styles.tree} hidden={keyword !== ''}>
          {groups.flatMap(({ label, roots }, index) => [
            <li key={label} role="presentation" className={styles.group}>
              {label}
            </li>,
            ...roots.map((root) => (
              <Branch
                key={`${label} ${root.fileSharingId ?? ''} ${root.instanceId}`}
                folder={root}
                level={0}
                startsOpen={index === 0}
                {...shared}
              />
            )),
          ])}
          {others.isLoading && only === undefined && (
            <li role="presentation" className={styles.waits}>
              <Loader size={16} />
            </li>
          )}
        </ul>
      </div>
      <div className={styles.foot}>
        <Button
          variant="default"
          disabled={!chosen || !chosen.fileAuth.includes('upload')}
          leftSection={<FolderPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t('files.newFolder')}
        </Button>
        <span className={styles.grow} role="status">
          {problem}
        </span>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!chosen || problem !== undefined} onClick={() => chosen && onPick(chosen)}>
          {chosen ? confirmLabel(chosen.name) : t('moveCopy.chooseFirst')}
        </Button>
      </div>
      {chosen && (
        <NewFolderDialog
          opened={creating && children.data !== undefined}
          parentId={chosen.instanceId}
          fileSharingId={chosen.fileSharingId}
          others={(children.data ?? []).map((folder) => folder.instanceName)}
          onClose={() => setCreating(false)}
          onCreated={(folder) =>
            setChosen({
              instanceId: folder.instanceId,
              name: folder.instanceName,
              fileAuth: folder.fileAuth,
              fileSharingId: chosen.fileSharingId,
            })
          }
        />
      )}
    </>
  );
}

interface BranchProps extends Pick<TargetRules, 'excluded' | 'refused'> {
  folder: PickedFolder;
  level: number;
  startsOpen?: boolean;
  chosen: PickedFolder | null;
  onChoose(folder: PickedFolder): void;
}

function Branch({ folder, level, startsOpen = false, ...shared }: BranchProps) {
  const { excluded, refused, chosen, onChoose } = shared;
  const [open, setOpen] = useState(startsOpen);
  const { data, isLoading } = useQuery({ ...folderChildren(folder.instanceId, folder), enabled: open });
  const children = (data ?? []).filter((child) => !excluded.has(child.instanceId));
  const current = chosen?.instanceId === folder.instanceId && chosen.fileSharingId === folder.fileSharingId;
  const reason = reasonAgainst(folder, refused);
  return (
    <li role="treeitem" aria-expanded={open} aria-selected={current}>
      <span className={styles.row} data-current={current || undefined} style={{ paddingInlineStart: 8 + level * 16 }}>
        <button
          type="button"
          className={styles.unfold}
          data-open={open || undefined}
          aria-label={open ? t('files.fold', { name: folder.name }) : t('files.expand', { name: folder.name })}
          onClick={() => setOpen(!open)}
        >
          {isLoading ? <Loader size={12} /> : <ChevronRight size={14} strokeWidth={1.75} aria-hidden />}
        </button>
        <button
          type="button"
          className={styles.name}
          data-target
          aria-disabled={reason ? true : undefined}
          title={reason ?? folder.name}
          onClick={() => onChoose(folder)}
          onDoubleClick={() => setOpen(true)}
        >
          <FileIcon kind="folder" size={18} />
          <span>{folder.name}</span>
        </button>
      </span>
      {open && children.length > 0 && (
        <ul role="group">
          {children.map((child) => (
            <Branch
              key={child.instanceId}
              folder={{
                instanceId: child.instanceId,
                name: child.instanceName,
                fileAuth: child.fileAuth,
                fileSharingId: folder.fileSharingId,
              }}
              level={level + 1}
              {...shared}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
