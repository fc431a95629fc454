import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { Instance } from './files.ts';
import { limits } from './limits.ts';
import type { NarrowInstance, NarrowPage } from './narrow-page.ts';

/** Start and end of a match, in UTF-16 units. */
export type MatchedPart = [from: number, to: number];

/** A colleague as everyone may see them: never with phone number or email address. */
export interface Person {
  userId: string;
  /** The account name. */
  userName: string;
  userRealName: string;
  departmentId: string | null;
  /** From the top down to the department itself; empty without one. */
  departmentPath: string[];
}

export interface FoundPerson extends Person {
  /** The match in the real name. */
  nameMatch?: MatchedPart;
  /** The match in the account name, when the real name has none. */
  accountMatch?: MatchedPart;
}

export interface Department {
  departmentId: string;
  name: string;
  /** The parent departments, from the top. */
  path: string[];
  /** People in it and everywhere below. */
  people: number;
  /** Departments below it, at every depth. */
  departments: number;
}

export interface FoundDepartment extends Department {
  nameMatch?: MatchedPart;
}

const keyword = {
  keyword: z.string().max(limits.nameLength),
  /** Only in this department and below. */
  parentId: fields.instanceId.optional(),
  limit: z.coerce.number().int().min(1).max(limits.foundPerSearch).default(20),
  t: fields.timestamp,
};

export const searchUsers = call<FoundPerson[]>()({
  name: 'search.searchUsers',
  method: 'GET',
  path: '/disk/api/search/searchUsers',
  fieldsIn: 'query',
  caller: 'user',
  limit: limits.lookups,
  request: z.strictObject(keyword),
  log: 'none',
  summary:
    'Finds colleagues by real name, account name or pinyin (whole, initials, mixed), best match first. Frozen and expired people are left out.',
});

export const searchDepartments = call<FoundDepartment[]>()({
  name: 'search.searchDepartments',
  method: 'GET',
  path: '/disk/api/search/searchDepartments',
  fieldsIn: 'query',
  caller: 'user',
  limit: limits.lookups,
  request: z.strictObject(keyword),
  log: 'none',
  summary: 'Finds departments by name or pinyin, best match first.',
});

/** Where to search: everywhere, in spaces of one kind, or in received shares. */
export const searchScopes = ['all', 'personal', 'group', 'department', 'shared'] as const;
export type SearchScope = (typeof searchScopes)[number];

/** The sort field; by relevance the best match is first, whatever the order. */
export const searchSortFields = ['relevance', 'name', 'time', 'size'] as const;
export type SearchSortField = (typeof searchSortFields)[number];

/** What a search says of an item. */
export interface Match {
  /** Matches in the name; empty for a fuzzy match, or a match in the content. */
  nameMatches: MatchedPart[];
  /** For a match in the content: the text around it, with its matches. */
  snippet?: { text: string; matches: MatchedPart[] };
  /**
   * The name of the group or department; for an item reached only through a share, the sharer's name. Missing in the caller's own space.
   */
  placeName?: string;
}

export type FoundInstance = Instance & Match;

export interface QuickResult {
  files: FoundInstance[];
  folders: FoundInstance[];
  people: FoundPerson[];
}

export const quick = call<QuickResult>()({
  name: 'search.quick',
  method: 'GET',
  path: '/disk/api/search/quick',
  fieldsIn: 'query',
  caller: 'user',
  limit: limits.lookups,
  request: z.strictObject({
    keyword: z.string().max(limits.nameLength),
    /** Per kind. */
    limit: z.coerce.number().int().min(1).max(limits.quickPerKind).default(limits.quickPerKind),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'Suggestions while somebody types: the files, folders and colleagues that match best by name or pinyin.',
});

const foundPage = z.strictObject({
  page: fields.pageFields.page,
  pageSize: fields.pageFields.pageSize,
  keyword: z.string().max(limits.nameLength),
  sortField: z.enum(searchSortFields).default('relevance'),
  /** Defaults to the field's natural order: names ascending, newest or largest first. */
  sortOrder: z.enum(['asc', 'desc']).optional(),
  scope: z.enum(searchScopes).default('all'),
  classifierId: z.enum(['File', 'Folder']).optional(),
  category: z.number().int().min(1).max(7).optional(),
  /** Changed since, and before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sizeMin: z.number().int().min(0).optional(),
  sizeMax: z.number().int().min(0).optional(),
  /** The owner's user id. */
  owner: fields.id.optional(),
  tag: fields.tagText.optional(),
});

/** `total` stops at `limits.foundInstances`; a more specific search is better than paging further. */
export const searchInstancePage = call<Page<FoundInstance>>()({
  name: 'search.searchInstancePage',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/search/searchInstancePage',
  fieldsIn: 'json',
  caller: 'user',
  request: foundPage,
  log: 'none',
  summary:
    'Finds files and folders by name or pinyin, despite typos, then files by their content. Names match only in items that the caller may search, content only in files that they may preview.',
});

export const narrowPage = call<NarrowPage<NarrowInstance & Match>>()({
  name: 'search.narrowPage',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/search/narrowPage',
  fieldsIn: 'json',
  caller: 'user',
  request: foundPage,
  log: 'none',
  summary: 'The same with what most items share said once: less than half of the bytes.',
});

/** The match for one pasted line: nobody, one person, or several people with one name. */
export interface MatchedName {
  name: string;
  /** At most `limits.candidatesPerName`, those of the caller's department first. */
  people: Person[];
  /** The total number of matches. */
  total: number;
}

export const matchNames = call<MatchedName[]>()({
  name: 'search.matchNames',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/search/matchNames',
  fieldsIn: 'json',
  caller: 'user',
  limit: limits.lookupsOfLists,
  mostBytes: limits.callBytes.batch,
  request: z.strictObject({ names: z.array(z.string().max(320)).min(1).max(limits.namesPerPaste) }),
  log: 'none',
  summary: 'Finds the person for each line of a pasted list: an exact account name, email address or real name.',
});
