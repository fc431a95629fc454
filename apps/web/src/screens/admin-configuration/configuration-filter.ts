import { limits, type ConfigurationItem, type Page } from '@alcove/contract';
import { keywordIn, oneIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';
import { settingGroups, settingKinds, type SettingGroup } from './setting-kinds.ts';

/** The state of the list of settings; the address holds it. */
export interface ConfigurationFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  group: SettingGroup | null;
  /** Only settings that differ from their default. */
  changed: boolean;
}

const largestPage = limits.pageSizes.at(-1)!;

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readConfigurationFilter = (address: URLSearchParams): ConfigurationFilter => ({
  ...pageIn(address, largestPage),
  keyword: keywordIn(address),
  group: oneIn(address, 'group', settingGroups, null),
  changed: address.get('changed') === '1',
});

/** Writes only values that differ from the default. */
export const writeConfigurationFilter = ({ page, pageSize, keyword, group, changed }: ConfigurationFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    page: [page, 1],
    size: [pageSize, largestPage],
    keyword: [keyword, ''],
    group: [group, null],
    changed: [changed ? 1 : 0, 0],
  });

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** One page of the settings in the order of the screen. `nameOf` is the name that the reader sees. */
export function pageOfSettings(
  items: readonly ConfigurationItem[],
  { page, pageSize, keyword, group, changed }: ConfigurationFilter,
  nameOf: (item: ConfigurationItem) => string,
): Page<ConfigurationItem> {
  const wanted = folded(keyword.trim());
  const order = Object.keys(settingKinds);
  const found = items
    .filter((item) => group === null || settingKinds[item.code].group === group)
    .filter((item) => !changed || !item.isDefault)
    .filter((item) => [nameOf(item), item.code, item.note].some((text) => folded(text).includes(wanted)))
    .toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code));
  return { total: found.length, page, pageSize, items: found.slice((page - 1) * pageSize, page * pageSize) };
}

/** How many settings each group has. */
export const countsOf = (items: readonly ConfigurationItem[]): Record<SettingGroup, number> =>
  Object.fromEntries(
    settingGroups.map((group) => [group, items.filter(({ code }) => settingKinds[code].group === group).length]),
  ) as Record<SettingGroup, number>;
