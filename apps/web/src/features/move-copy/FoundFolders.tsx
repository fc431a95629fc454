import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { foldName, type Instance, type SearchScope, instanceTypes } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { wayTo } from '../search/found-place.ts';
import { MarkedName } from '../../ui/marked/Marked.tsx';
import { folderSearch } from '../search/search-queries.ts';
import { reasonAgainst, type PickedFolder, type RootGroup, type TargetRules } from './picker-roots.ts';
import styles from './FolderPicker.module.css';

const scopes: Record<Instance['instanceType'], SearchScope> = {
  [instanceTypes.personal]: 'personal',
  [instanceTypes.group]: 'group',
  [instanceTypes.department]: 'department',
  [instanceTypes.library]: 'all',
};

interface FoundFoldersProps extends TargetRules {
  keyword: string;
  /** The offered spaces and shares; the search also matches their names. */
  groups: readonly RootGroup[];
  chosen: PickedFolder | null;
  onChoose(folder: PickedFolder): void;
}

/** Folders of all offered spaces whose name matches the keyword, each with its location. */
export function FoundFolders({ keyword, groups, only, excluded, refused, chosen, onChoose }: FoundFoldersProps) {
  const { data, error, isFetching, refetch } = useQuery(folderSearch(keyword, only ? scopes[only.instanceType] : 'all'));
  const folded = foldName(keyword);
  const roots = groups.flatMap(({ label, roots: some }) =>
    some.filter(({ name }) => foldName(name).includes(folded)).map((folder) => ({ folder, name: folder.name, way: label })),
  );
  const known = new Set(roots.map(({ folder }) => folder.instanceId));
  const found = (data?.items ?? [])
    .filter(({ instanceId, instancePathIds }) => !known.has(instanceId) && !instancePathIds.some((id) => excluded.has(id)))
    .filter(({ instancePathIds }) => only === undefined || instancePathIds.includes(only.instanceId))
    .map((item) => ({
      folder: { instanceId: item.instanceId, name: item.instanceName, fileAuth: item.fileAuth },
      name: <MarkedName text={item.instanceName} parts={item.nameMatches} />,
      way: wayTo(item),
    }));
  const rows = [...roots, ...found];
  if (error)
    return (
      <div className={styles.note} role="alert">
        {failureMessage(error, t('moveCopy.searchFailed'))}
        <Button variant="default" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (!data && rows.length === 0)
    return (
      <div className={styles.note}>
        <Loader size={16} />
      </div>
    );
  if (rows.length === 0 && !isFetching)
    return (
      <div className={styles.note} role="status">
        {t('moveCopy.noneFound', { keyword })}
      </div>
    );
  return (
    <ul className={styles.tree} aria-label={t('moveCopy.targets')}>
      {rows.map(({ folder, name, way }) => {
        const current = chosen?.instanceId === folder.instanceId;
        const reason = reasonAgainst(folder, refused);
        return (
          <li key={folder.instanceId} className={styles.row} data-current={current || undefined}>
            <button
              type="button"
              className={styles.name}
              aria-pressed={current}
              aria-disabled={reason ? true : undefined}
              title={reason}
              data-target
              onClick={() => onChoose(folder)}
            >
              <FileIcon kind="folder" size={18} />
              <span className={styles.found}>{name}</span>
              <span className={styles.way} title={way}>
                {way}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
