/** What a filter of the log looks for: keys that an index finds, and the conditions that each entry found must meet. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LoggedDeed, LogResult } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { folded, keyOf, keyOfNetwork, keysOfWord } from './entry-keys.ts';
import { cidrOf, levelAbove, levelsOf, networkOf } from '../networks.ts';
import type { Network } from '../networks.ts';
import { readNetwork } from './read-network.ts';

export interface LogFilter {
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  userId?: string | undefined;
  action?: string | undefined;
  deed?: LoggedDeed | undefined;
  object?: string | undefined;
  result?: LogResult | undefined;
  address?: string | undefined;
  regionId?: string | undefined;
}

export interface LogSearch {
  from: Date | null;
  to: Date | null;
  /** An entry has all keys of one of these. A way without keys is every entry. */
  ways: number[][];
  /** And one of each of these. */
  oneOf: number[][];
  /** Over `l`, a row of the log. */
  exact: RawBuilder<unknown>[];
  /** It is about one column that has an index with the ids, so keys would only be a detour. */
  byColumn: boolean;
}

/** Further words are ignored. */
const mostWords = 6;

/** `networks`: those of the region that the filter names. Throws LOG_TIMES_WRONG and what `readNetwork` throws. */
export function searchOf(filter: LogFilter, networks: readonly string[] | null): LogSearch {
  const from = filter.from === undefined ? null : new Date(filter.from);
  const to = filter.to === undefined ? null : new Date(filter.to);
  if (from && to && to < from) throw new Failure('LOG_TIMES_WRONG', { field: 'to' });
  const search: LogSearch = { from, to, ways: [[]], oneOf: [], exact: [], byColumn: isByColumn(filter) };
  if (from) search.exact.push(sql`l.at >= ${from}`);
  if (to) search.exact.push(sql`l.at < ${to}`);
  addPlain(search, filter);
  if (filter.address !== undefined && filter.address.trim() !== '') {
    addNetworks(search, [readNetwork(filter.address, 'address')]);
  }
  if (networks) addNetworks(search, networks.map((text) => networkOf(text)!)); // prettier-ignore
  addWords(search, (filter.keyword ?? '').split(/\s+/u).filter(Boolean).slice(0, mostWords));
  return search;
}

function isByColumn({ from: _from, to: _to, userId, action, object, ...others }: LogFilter): boolean {
  const given = (fields: readonly unknown[]): number => fields.filter((value) => value !== undefined && value !== '').length;
  const { keyword, deed, result, address, regionId } = others;
  return given([userId, action, object]) === 1 && given([keyword, deed, result, address, regionId]) === 0;
}

function addPlain(search: LogSearch, { userId, action, deed, object, result }: LogFilter): void {
  const both = (key: number, condition: RawBuilder<unknown>): void => {
    search.ways[0]!.push(key);
    search.exact.push(condition);
  };
  if (userId !== undefined) both(keyOf('person', userId.toLowerCase()), sql`l.person_id = ${userId}::uuid`);
  if (action !== undefined) both(keyOf('action', action), sql`l.action = ${action}`);
  if (deed !== undefined) both(keyOf('deed', deed), sql`l.deed = ${deed}`);
  if (object !== undefined) both(keyOf('object', object.toLowerCase()), sql`l.object_id = ${object}::uuid`);
  if (result === 'refused') both(keyOf('refused', ''), sql`l.result <> 0`);
  if (result === 'done') search.exact.push(sql`l.result = 0`);
}

const inNetworks = (networks: readonly Network[]): RawBuilder<unknown> =>
  sql`address_of(l.address) <<= any(${networks.map(cidrOf)}::inet[])`;

function addNetworks(search: LogSearch, networks: readonly Network[]): void {
  search.exact.push(inNetworks(networks));
  const keys = networks.map(levelsOf);
  if (keys.every((levels) => levels !== null)) search.oneOf.push([...new Set(keys.flat().map(keyOfNetwork))]);
}

const names = sql`lower(concat_ws(chr(10), l.object_name, l.folder_name, l.space_name, l.actor_name))`;
const containing = (word: string): RawBuilder<unknown> => sql`${names} like ${`%${folded(word).replace(/[\\%_]/g, '\\$&')}%`}`;

/** A single word may also be an address or a trace id, as they stand in an entry. */
function addWords(search: LogSearch, words: readonly string[]): void {
  const [common = []] = search.ways;
  const keys = words.flatMap(keysOfWord);
  const [word] = words;
  if (word === undefined) return;
  if (words.length > 1) {
    search.ways = [[...common, ...keys]];
    search.exact.push(...words.map(containing));
    return;
  }
  const network = networkOf(word);
  const level = network && levelAbove(network);
  const others = [[keyOf('trace', word)], ...(level ? [[keyOfNetwork(level)]] : [])];
  search.ways = [keys, ...others].map((way) => [...common, ...way]);
  search.exact.push(sql`(${containing(word)} or l.trace_id = ${word}${network && level ? sql` or ${inNetworks([network])}` : sql``})`);
}
