import { dlpActions, dlpKinds, limits, type DlpAction, type DlpKind, type DlpRule, type Page } from '@alcove/contract';
import { keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

const sortFields = ['name', 'updateTime'] as const;

/** The state of the list of rules; the address holds it. */
export interface RuleFilter {
  page: number;
  pageSize: PageSize;
  sortField: (typeof sortFields)[number];
  sortOrder: 'asc' | 'desc';
  keyword: string;
  kind: DlpKind | null;
  action: DlpAction | null;
  state: 'on' | 'off' | null;
}

const first: RuleFilter = {
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'name',
  sortOrder: 'asc',
  keyword: '',
  kind: null,
  action: null,
  state: null,
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readRuleFilter = (address: URLSearchParams): RuleFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, sortFields, first),
  keyword: keywordIn(address),
  kind: oneIn(address, 'kind', dlpKinds, null),
  action: oneIn(address, 'action', dlpActions, null),
  state: oneIn(address, 'state', ['on', 'off'] as const, null),
});

/** Writes only values that differ from the default. */
export const writeRuleFilter = (filter: RuleFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, first),
    kind: [filter.kind, null],
    action: [filter.action, null],
    state: [filter.state, null],
  });

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

function fits({ name, kind, value, action, enabled }: DlpRule, filter: RuleFilter): boolean {
  if (filter.kind !== null && kind !== filter.kind) return false;
  if (filter.action !== null && action !== filter.action) return false;
  if (filter.state !== null && enabled !== (filter.state === 'on')) return false;
  const keyword = folded(filter.keyword.trim());
  return folded(name).includes(keyword) || (kind !== 'size' && kind !== 'sensitivity' && folded(value).includes(keyword));
}

/** One page of the rules, which the server sends whole and by name. */
export function pageOfRules(rules: readonly DlpRule[], filter: RuleFilter): Page<DlpRule> {
  const { page, pageSize, sortField, sortOrder } = filter;
  const found = rules.filter((rule) => fits(rule, filter));
  if (sortField === 'updateTime') found.sort((one, other) => one.updateTime.localeCompare(other.updateTime));
  if (sortOrder === 'desc') found.reverse();
  return { total: found.length, page, pageSize, items: found.slice((page - 1) * pageSize, page * pageSize) };
}
