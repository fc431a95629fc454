import { X } from 'lucide-react';
import { searchScopes, searchSortFields } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import {
  firstSearch,
  isNarrowed,
  searchDates,
  searchSizes,
  sortedBy,
  widened,
  type SearchFilter,
} from '../../features/search/search-filter.ts';
import styles from '../../features/search/search.module.css';

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

const sortNames: Record<SearchFilter['sortField'], PlainKey> = {
  relevance: 'search.relevance',
  name: 'files.sortName',
  time: 'files.sortUpdated',
  size: 'files.sortSize',
};

const choicesOf = <Value extends string>(values: readonly Value[], names: Record<Value, PlainKey>) =>
  values.map((value) => {
    const name: PlainKey = names[value];
    return { value, text: t(name) };
  });

interface SearchToolsProps {
  filter: SearchFilter;
  /** The tags among the results. */
  tags: readonly string[];
  onChange(next: Partial<SearchFilter>): void;
}

/** One button per filter; pressed while its filter is set. */
export function SearchTools({ filter, tags, onChange }: SearchToolsProps) {
  const user = useCurrentUser();
  const phone = usePhone();
  const { owner, tag } = filter;
  const owners = [
    ...(user ? [{ userId: user.userId, name: user.userRealName, text: t('search.mine') }] : []),
    ...(owner && owner.userId !== user?.userId ? [{ ...owner, text: owner.name }] : []),
  ];
  const pickOwner = (id: string | null) => {
    const picked = owners.find(({ userId }) => userId === id);
    onChange({ owner: picked ? { userId: picked.userId, name: picked.name } : null });
  };
  const offered = [...new Set([...(tag === null ? [] : [tag]), ...tags])];
  const order = (
    <ChoiceMenu
      plain
      label={t('search.sortedBy', { field: t(sortNames[firstSearch.sortField]) })}
      value={filter.sortField}
      defaultValue={firstSearch.sortField}
      choices={searchSortFields.map((field) => ({ value: field, text: t('search.sortedBy', { field: t(sortNames[field]) }) }))}
      onChoose={(field) => onChange(sortedBy(field))}
    />
  );
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('search.narrow')}>
      {phone && order}
      <TypeMenu type={filter.type} folders onType={(type) => onChange({ type })} />
      <ChoiceMenu
        label={t('search.place')}
        value={filter.scope}
        defaultValue={firstSearch.scope}
        choices={choicesOf(searchScopes, scopeNames)}
        onChoose={(scope) => onChange({ scope })}
      />
      <ChoiceMenu
        label={t('files.updated')}
        value={filter.date}
        defaultValue={firstSearch.date}
        choices={choicesOf(searchDates, dateNames)}
        onChoose={(date) => onChange({ date })}
      />
      <ChoiceMenu
        label={t('files.size')}
        value={filter.size}
        defaultValue={firstSearch.size}
        choices={choicesOf(searchSizes, sizeNames)}
        onChoose={(size) => onChange({ size })}
      />
      <ChoiceMenu
        label={t('search.madeBy')}
        value={owner?.userId ?? null}
        defaultValue={null}
        choices={[{ value: null, text: t('search.anybody') }, ...owners.map(({ userId, text }) => ({ value: userId, text }))]}
        onChoose={pickOwner}
      />
      {offered.length > 0 && (
        <ChoiceMenu
          label={t('files.tags')}
          value={tag}
          defaultValue={null}
          choices={[{ value: null, text: t('search.anyTag') }, ...offered.map((one) => ({ value: one, text: one }))]}
          onChoose={(picked) => onChange({ tag: picked })}
        />
      )}
      {isNarrowed(filter) && (
        <Chip onClick={() => onChange(widened(filter))}>
          <X size={14} aria-hidden />
          {t('common.clearFilters')}
        </Chip>
      )}
      {!phone && <span className={styles.grow} />}
      {!phone && order}
    </div>
  );
}
