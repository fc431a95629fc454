import { Menu } from '@mantine/core';
import { Check, ChevronDown, X } from 'lucide-react';
import { searchScopes } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { useCurrentUser } from '../identity/current-user.ts';
import { firstSearch, isNarrowed, searchDates, searchSizes, type SearchFilter } from './search-filter.ts';
import styles from './search.module.css';

interface Choice {
  id: string;
  label: string;
  on: boolean;
  pick(): void;
}

const categories: readonly PlainKey[] = [
  'files.category1',
  'files.category2',
  'files.category3',
  'files.category4',
  'files.category5',
  'files.category6',
  'files.category7',
];
const scopeNames: Record<SearchFilter['scope'], PlainKey> = {
  all: 'search.everywhere',
  personal: 'shell.personalFile',
  group: 'shell.groupFile',
  department: 'shell.departmentFiles',
  shared: 'search.sharedWithMe',
};
const dateNames: Record<SearchFilter['date'], PlainKey> = {
  any: 'search.anyTime',
  day: 'search.day',
  week: 'search.week',
  month: 'search.month',
  year: 'search.year',
};
const sizeNames: Record<SearchFilter['size'], PlainKey> = {
  any: 'search.anySize',
  small: 'search.small',
  medium: 'search.medium',
  large: 'search.large',
  huge: 'search.huge',
};

interface SearchToolsProps {
  filter: SearchFilter;
  /** Of what was found. */
  tags: readonly string[];
  onChange(next: Partial<SearchFilter>): void;
}

/** One button for each way to narrow it down; pressed while it does. */
export function SearchTools({ filter, tags, onChange }: SearchToolsProps) {
  const user = useCurrentUser();
  const types: Choice[] = [
    { id: 'any', label: t('files.allTypes'), on: filter.type === null, pick: () => onChange({ type: null }) },
    { id: 'Folder', label: t('files.onlyFolders'), on: filter.type === 'Folder', pick: () => onChange({ type: 'Folder' }) },
    ...categories.map((name, index) => ({
      id: name,
      label: t(name),
      on: filter.type === index + 1,
      pick: () => onChange({ type: index + 1 }),
    })),
  ];
  const pickOf = <Value extends string>(
    values: readonly Value[],
    names: Record<Value, PlainKey>,
    now: Value,
    pick: (value: Value) => void,
  ) =>
    values.map((value): Choice => {
      const name: PlainKey = names[value];
      return { id: value, label: t(name), on: value === now, pick: () => pick(value) };
    });
  const mine = user && filter.owner?.userId === user.userId;
  const owners: Choice[] = [
    { id: 'any', label: t('search.anybody'), on: filter.owner === null, pick: () => onChange({ owner: null }) },
    ...(user
      ? [
          {
            id: 'mine',
            label: t('search.mine'),
            on: mine === true,
            pick: () => onChange({ owner: { userId: user.userId, name: user.userRealName } }),
          },
        ]
      : []),
    ...(filter.owner && !mine ? [{ id: 'other', label: filter.owner.name, on: true, pick: () => undefined }] : []),
  ];
  const offered = [...new Set([...(filter.tag === null ? [] : [filter.tag]), ...tags])];
  const tagged: Choice[] = [
    { id: 'any', label: t('search.anyTag'), on: filter.tag === null, pick: () => onChange({ tag: null }) },
    ...offered.map((tag) => ({ id: `tag ${tag}`, label: tag, on: filter.tag === tag, pick: () => onChange({ tag }) })),
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('search.narrow')}>
      <Chip label={t('files.type')} choices={types} />
      <Chip label={t('search.place')} choices={pickOf(searchScopes, scopeNames, filter.scope, (scope) => onChange({ scope }))} />
      <Chip label={t('files.updated')} choices={pickOf(searchDates, dateNames, filter.date, (date) => onChange({ date }))} />
      <Chip label={t('files.size')} choices={pickOf(searchSizes, sizeNames, filter.size, (size) => onChange({ size }))} />
      <Chip label={t('search.madeBy')} choices={owners} />
      {offered.length > 0 && <Chip label={t('files.tags')} choices={tagged} />}
      {isNarrowed(filter) && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => onChange({ ...firstSearch, keyword: filter.keyword, pageSize: filter.pageSize })}
        >
          <X size={14} aria-hidden />
          {t('common.clearFilters')}
        </button>
      )}
    </div>
  );
}

/** Shows its name until something was chosen, then the choice. The first choice is none. */
function Chip({ label, choices }: { label: string; choices: readonly Choice[] }) {
  const on = choices.find((choice, index) => choice.on && index > 0);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={styles.chip}
          data-on={on !== undefined || undefined}
          aria-label={on ? `${label}: ${on.label}` : label}
        >
          {on?.label ?? label}
          <ChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.id}
            leftSection={choice.on ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />}
            onClick={choice.pick}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
