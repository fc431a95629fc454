import type { ReactNode } from 'react';
import { ChoiceMenu } from '../chip/ChoiceMenu.tsx';
import { DataTable, type DataTableProps } from '../data-table/index.ts';
import { sortedTable } from '../data-table/paged-table.tsx';
import { usePhone } from '../use-media.ts';
import { FilterBox } from './FilterBox.tsx';
import type { SortOf } from './list-address.ts';
import { ListEmpty } from './ListEmpty.tsx';
import { Grow, ListScreen } from './ListScreen.tsx';
import styles from './ListScreen.module.css';
import type { ItemList, ItemListFilter } from './use-item-list.ts';

type FieldOf<Filter extends ItemListFilter> = NonNullable<Filter['sortField']>;

type OfTable =
  | 'label'
  | 'rowName'
  | 'columns'
  | 'phone'
  | 'entries'
  | 'onOpen'
  | 'onRename'
  | 'onBulkDelete'
  | 'selectFirst'
  | 'onOtherKey'
  | 'counts'
  | 'currentId'
  | 'roomy'
  | 'version';

interface ItemListScreenProps<Row, Filter extends ItemListFilter> extends Pick<DataTableProps<Row>, OfTable> {
  title: string;
  /** Shown beside the title. */
  hint?: string;
  list: ItemList<Row, Filter>;
  /** Actions at the end of the title's line; a phone shows none. */
  actions?: ReactNode;
  /** A column before the list. */
  beside?: ReactNode;
  /** Defaults to true. */
  selectable?: boolean;
  /** A form of its own, above the toolbar. */
  above?: ReactNode;
  /** Filters, shown before the field that filters by name. */
  tools?: ReactNode;
  /** The placeholder of the name filter; without it there is no such field. */
  find?: string;
  /** The change that clears every filter, or null while nothing is filtered. Defaults to clearing the keyword. */
  widened?: Partial<Filter> | null;
  /** Sort fields for a phone, which has no table head: the default first, each with its initial order. */
  sorts?: readonly { field: FieldOf<Filter>; order: 'asc' | 'desc'; text: string }[];
  onSort?(next: SortOf<FieldOf<Filter>>): void;
  /** Actions for the selected rows, at the end of the toolbar. On a phone they show only while something is selected. */
  bulk?: ReactNode;
  /** Actions for the whole list, after the bulk actions. */
  whole?: ReactNode;
  /** A full-width bar below the list, on phones. */
  phoneBar?: ReactNode;
  /** Shown when the list has no rows and no filter. */
  empty: ReactNode;
  /** Overlays the list: the selection bar. */
  over?: ReactNode;
  /** Dialogs and the preview. */
  children?: ReactNode;
}

/**
 * A screen with a single list: title, toolbar, rows, pages. Every list screen uses it, so that all behave alike: the address holds the
 * list's state, a filter without matches can be cleared, a failure can be retried, and phones have their own rows.
 */
export function ItemListScreen<Row, Filter extends ItemListFilter>(props: ItemListScreenProps<Row, Filter>) {
  const {
    title,
    hint,
    list,
    actions,
    beside,
    above,
    tools,
    find,
    widened: given,
    sorts,
    bulk,
    whole,
    phoneBar,
    empty,
    over,
    children,
    ...table
  } = props;
  const { selectable = true, onSort, ...ofTable } = table;
  const { filter, change, chosen } = list;
  const phone = usePhone();
  const { keyword } = filter;
  const keywordAlone = keyword === '' ? null : ({ keyword: '' } as Partial<Filter>);
  const widened = given === undefined ? keywordAlone : given;
  const sort = onSort ?? ((next) => change(next as unknown as Partial<Filter>));
  const [firstSort] = sorts ?? [];
  const phoneSorts = phone && chosen.selected.length === 0 && list.table.page.total > 1 && firstSort && (
    <ChoiceMenu
      plain
      label={firstSort.text}
      value={(filter.sortField ?? firstSort.field) as FieldOf<Filter>}
      defaultValue={firstSort.field}
      choices={(sorts ?? []).map(({ field, text }) => ({ value: field, text }))}
      onChoose={(sortField) => sort({ sortField, sortOrder: sorts?.find(({ field }) => field === sortField)?.order ?? 'desc' })}
    />
  );
  // A phone hides the filter of an empty list to save space.
  const field = find !== undefined && (!phone || widened !== null || list.table.page.total > 0) && (
    <FilterBox keyword={keyword} label={find} onKeyword={(next) => change({ keyword: next } as Partial<Filter>)} />
  );
  const line = (
    <>
      {tools}
      <Grow />
      {!phone && field}
      {phoneSorts}
      {(!phone || chosen.selected.length > 0) && bulk}
      {whole}
      {phone && field}
    </>
  );
  const { selectable: _, ...chosenTable } = chosen.table;
  return (
    <>
      <ListScreen
        title={title}
        {...(hint !== undefined && { hint })}
        actions={actions}
        beside={beside}
        tools={(tools !== undefined || find !== undefined) && line}
      >
        {above}
        <div className={styles.list} aria-busy={list.isFetching || undefined}>
          <DataTable
            {...list.table}
            {...(filter.sortField !== undefined && sortedTable(filter as unknown as SortOf<FieldOf<Filter>>, sort))}
            {...chosenTable}
            {...(selectable && { selectable })}
            {...ofTable}
            empty={
              <ListEmpty filter={filter} widened={widened} onChange={change}>
                {empty}
              </ListEmpty>
            }
          />
          {over}
        </div>
        {phone && phoneBar && <div className={styles.phoneBar}>{phoneBar}</div>}
      </ListScreen>
      {children}
    </>
  );
}
