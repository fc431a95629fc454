import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import {
  ArrowDownWideNarrow,
  ChevronDown,
  FolderPlus,
  FolderTree as TreeIcon,
  LayoutGrid,
  List,
  PanelRight,
  Upload,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { instanceSortFields } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { Tick } from '../../ui/chip/Tick.tsx';
import type { FileFilter } from '../../items/file-filter.ts';
import { FilterBox } from '../../ui/list-screen/FilterBox.tsx';
import { sortNames } from './sort-names.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import styles from './FileTools.module.css';
import shared from '../../items/shared.module.css';

export type View = 'list' | 'grid';
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
interface FileToolsProps {
  filter: FileFilter;
  onFilter(next: FileFilter): void;
  view: View;
  onView(view: View): void;
  details: boolean;
  onDetails(): void;
  tree: boolean;
  onTree(): void;
  onUpload(folder: boolean): void;
  onNewFolder(): void;
  /** Why nothing can be added here, or undefined. */
  refused?: string | undefined;
  phone: boolean;
  /** The space's own tools. */
  spaceTools?: ReactNode;
}

export function UploadButtons({
  onUpload,
  onNewFolder,
  refused,
  wide,
}: Pick<FileToolsProps, 'onUpload' | 'onNewFolder' | 'refused'> & { wide: boolean }) {
  const disabled = refused !== undefined;
  const upload = (
    <Tooltip label={refused} disabled={!disabled}>
      <Button.Group className={wide ? shared.grow : ''}>
        <Button
          leftSection={<Upload {...icon} />}
          disabled={disabled}
          fullWidth={wide}
          size={wide ? 'lg' : 'sm'}
          onClick={() => onUpload(false)}
        >
          {t('files.upload')}
        </Button>
        <Menu position={wide ? 'top-end' : 'bottom-start'}>
          <Menu.Target>
            <Button
              aria-label={t('files.moreWays')}
              disabled={disabled}
              size={wide ? 'lg' : 'sm'}
              miw={wide ? 44 : undefined}
              px={wide ? 12 : undefined}
            >
              <ChevronDown {...icon} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Upload {...icon} />} onClick={() => onUpload(false)}>
              {t('files.uploadFiles')}
            </Menu.Item>
            <Menu.Item leftSection={<FolderPlus {...icon} />} onClick={() => onUpload(true)}>
              {t('files.uploadFolder')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </Tooltip>
  );
  const folder = (
    <Tooltip label={refused} disabled={!disabled}>
      <Button
        variant="default"
        leftSection={<FolderPlus {...icon} />}
        disabled={disabled}
        size={wide ? 'lg' : 'sm'}
        className={wide ? shared.grow : (styles.newFolder ?? '')}
        aria-label={t('files.newFolder')}
        onClick={onNewFolder}
      >
        {t('files.newFolder')}
      </Button>
    </Tooltip>
  );
  return wide ? (
    <>
      {folder}
      {upload}
    </>
  ) : (
    <>
      {upload}
      {folder}
    </>
  );
}

export function FileTools(props: FileToolsProps) {
  const { filter, onFilter, view, onView, phone } = props;
  return (
    <div className={styles.tools}>
      <div className={styles.row}>
        {!phone && <UploadButtons {...props} wide={false} />}
        {!phone && <span className={shared.grow} />}
        {filter.tag !== null && (
          <Chip
            on
            title={t('tags.clear')}
            aria-label={`${t('tags.filtered', { tag: filter.tag })} · ${t('tags.clear')}`}
            onClick={() => onFilter({ ...filter, tag: null, page: 1 })}
          >
            <span className={styles.chipText}>{t('tags.filtered', { tag: filter.tag })}</span>
            <X size={14} aria-hidden />
          </Chip>
        )}
        {!phone && <FilterBox keyword={filter.keyword} onKeyword={(keyword) => onFilter({ ...filter, keyword, page: 1 })} />}
        {phone && filter.keyword !== '' && (
          <Chip on title={t('common.clearFilters')} onClick={() => onFilter({ ...filter, keyword: '', page: 1 })}>
            <span className={styles.chipText}>{filter.keyword}</span>
            <X size={14} aria-hidden />
          </Chip>
        )}
        <TypeMenu type={filter.type} folders onType={(type) => onFilter({ ...filter, type, page: 1 })} />
        {!phone && <span className={styles.divider} />}
        <Menu position={phone ? 'bottom-start' : 'bottom-end'}>
          <Menu.Target>
            {phone ? (
              <Chip>
                <ArrowDownWideNarrow {...icon} />
                {t('files.sortedBy', { field: t(sortNames[filter.sortField]) })}
              </Chip>
            ) : (
              <ActionIcon aria-label={t('files.sort')} title={t('files.sort')}>
                <ArrowDownWideNarrow {...icon} />
              </ActionIcon>
            )}
          </Menu.Target>
          <Menu.Dropdown>
            {instanceSortFields.map((field) => (
              <Menu.Item
                key={field}
                leftSection={<Tick on={field === filter.sortField} />}
                onClick={() => onFilter({ ...filter, sortField: field, page: 1 })}
              >
                {t(sortNames[field])}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item
              leftSection={<Tick on={filter.sortOrder === 'asc'} />}
              onClick={() => onFilter({ ...filter, sortOrder: 'asc', page: 1 })}
            >
              {t('files.ascending')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Tick on={filter.sortOrder === 'desc'} />}
              onClick={() => onFilter({ ...filter, sortOrder: 'desc', page: 1 })}
            >
              {t('files.descending')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {phone ? (
          <>
            <span className={shared.grow} />
            {props.spaceTools}
            <ActionIcon
              size="xl"
              aria-label={view === 'list' ? t('files.grid') : t('files.list')}
              onClick={() => onView(view === 'list' ? 'grid' : 'list')}
            >
              {view === 'list' ? <LayoutGrid {...icon} size={18} /> : <List {...icon} size={18} />}
            </ActionIcon>
          </>
        ) : (
          <>
            <SegmentedControl
              className={styles.segments ?? ''}
              value={view}
              onChange={(next) => onView(next as View)}
              aria-label={t('files.view')}
              data={[
                { value: 'list', label: <List size={16} strokeWidth={1.75} aria-label={t('files.list')} role="img" /> },
                { value: 'grid', label: <LayoutGrid size={15} strokeWidth={1.75} aria-label={t('files.grid')} role="img" /> },
              ]}
            />
            <Tooltip label={t('files.tree')}>
              <ActionIcon aria-label={t('files.tree')} aria-pressed={props.tree} onClick={props.onTree}>
                <TreeIcon {...icon} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('files.details')}>
              <ActionIcon aria-label={t('files.details')} aria-pressed={props.details} onClick={props.onDetails}>
                <PanelRight {...icon} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </div>
    </div>
  );
}
