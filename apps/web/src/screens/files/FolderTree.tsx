/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a tree has no tag of its own */
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { folderChildren } from '../../items/file-queries.ts';
import styles from './FolderTree.module.css';

interface TreeProps {
  /** The ids from the root to the open folder; these start expanded. */
  path: readonly string[];
  currentId: string;
  onOpen(id: string): void;
  fileSharingId?: string | undefined;
}

/** Every folder of the space; each level loads when it is expanded. */
export function FolderTree({ rootId, rootName, ...shared }: TreeProps & { rootId: string; rootName: string }) {
  return (
    <aside className={styles.tree} aria-label={t('files.tree')}>
      <ul role="tree" aria-label={t('files.tree')}>
        <Branch id={rootId} name={rootName} level={0} hasChildren {...shared} />
      </ul>
    </aside>
  );
}

function Branch({
  id,
  name,
  level,
  hasChildren,
  path,
  currentId,
  onOpen,
  fileSharingId,
}: TreeProps & { id: string; name: string; level: number; hasChildren: boolean }) {
  const onPath = path.includes(id) && id !== currentId;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? (level === 0 || onPath);
  const { data, isLoading } = useQuery({ ...folderChildren(id, { fileSharingId }), enabled: open });
  const current = id === currentId;
  return (
    <li role="treeitem" aria-expanded={hasChildren ? open : undefined} aria-selected={current}>
      <span
        className={styles.branch}
        data-current={current || undefined}
        data-folder-id={id}
        data-folder-name={name}
        style={{ paddingLeft: 4 + level * 16 }}
      >
        <button
          type="button"
          className={styles.unfold}
          data-open={open || undefined}
          disabled={!hasChildren}
          aria-label={open ? t('files.fold', { name }) : t('files.expand', { name })}
          onClick={() => setChosen(!open)}
        >
          {isLoading ? <Loader size={12} /> : hasChildren && <ChevronRight size={14} strokeWidth={1.75} aria-hidden />}
        </button>
        <button type="button" className={styles.branchName} title={name} aria-current={current || undefined} onClick={() => onOpen(id)}>
          <FileIcon kind="folder" size={18} />
          <span>{name}</span>
        </button>
      </span>
      {open && data && data.length > 0 && (
        <ul role="group">
          {data.map((folder) => (
            <Branch
              key={folder.instanceId}
              id={folder.instanceId}
              name={folder.instanceName}
              level={level + 1}
              hasChildren={folder.hasChildren ?? true}
              path={path}
              currentId={currentId}
              onOpen={onOpen}
              fileSharingId={fileSharingId}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
