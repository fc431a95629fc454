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
  | 'onOtherKey'
  | 'counts'
  | 'currentId'
  | 'version';

interface ItemListScreenProps<Row, Filter extends ItemListFilter> extends Pick<DataTableProps<Row>, OfTable> {
  title: string;
  /** Beside the title. */
  hint?: string;
  list: ItemList<Row, Filter>;
  /** Without it nothing can be chosen. */
  selectable?: boolean;
  /** Tools in a form of their own, above the line of tools. */
  above?: ReactNode;
  /** Ways to narrow the list down, before the field that filters by name. */
  tools?: ReactNode;
  /** What that field says; without it there is none. */
  find?: string;
  /** What leaves nothing out any more, or null while nothing is left out. When absent, the keyword alone narrows the list. */
  widened?: Partial<Filter> | null;
  /** The fields to sort by on a phone, where no heads are to press: the usual one first, each with the order it begins with. */
  sorts?: readonly { field: FieldOf<Filter>; order: 'asc' | 'desc'; text: string }[];
  onSort?(next: SortOf<FieldOf<Filter>>): void;
  /** What can be done with the chosen rows, at the end of the tools. On a phone it is there while something is chosen. */
  bulk?: ReactNode;
  /** What is done with the list as a whole, behind that. */
  whole?: ReactNode;
  /** Below the list on a phone, across the screen. */
  phoneBar?: ReactNode;
  /** Where nothing is in the list at all. */
  empty: ReactNode;
  /** Over the list: the bar of what is chosen. */
  over?: ReactNode;
  /** Dialogs and the viewer. */
  children?: ReactNode;
}

/**
 * A screen that is one list: title, tools, rows, pages. Every list of the interface is one, so that they are alike: where it stands
 * is in the address, a filter that matches nothing can be cleared, a failure can be tried again, and a phone has its own rows.
 */
export function ItemListScreen<Row, Filter extends ItemListFilter>(props: ItemListScreenProps<Row, Filter>) {
  const { title, hint, list, above, tools, find, widened: given, sorts, bulk, whole, phoneBar, empty, over, children, ...table } = props;
  const { selectable = true, onSort, ...ofTable } = table;
  const { filter, change, chosen } = list;
  const phone = usePhone();
  const { keyword } = filter;
  const keywordAlone = keyword === '' ? null : ({ keyword: '' } as Partial<Filter>);
  const widened = given === undefined ? keywordAlone : given;
  const sort = onSort ?? ((next) => change(next as unknown as Partial<Filter>));
  const [usual] = sorts ?? [];
  const phoneSorts = phone && chosen.selected.length === 0 && list.table.page.total > 1 && usual && (
    <ChoiceMenu
      plain
      label={usual.text}
      value={(filter.sortField ?? usual.field) as FieldOf<Filter>}
      usual={usual.field}
      choices={(sorts ?? []).map(({ field, text }) => ({ value: field, text }))}
      onChoose={(sortField) => sort({ sortField, sortOrder: sorts?.find(({ field }) => field === sortField)?.order ?? 'desc' })}
    />
  );
  // Where there is nothing to find, a phone keeps its room.
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
      <ListScreen title={title} {...(hint !== undefined && { hint })} tools={(tools !== undefined || find !== undefined) && line}>
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
