import { accountStatuses, limits, type AccountStatus } from '@alcove/contract';
import { idIn, keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

const sortFields = ['realName', 'accountName', 'createTime', 'expiresAt', 'lastSeen'] as const;
/** Days in which accounts expire, and for which their people have not been seen. */
export const expiryDays = [7, 30] as const;
export const unseenDays = [30, 90] as const;
/** `never`: they have not signed in yet. */
export const signIns = ['never', ...unseenDays] as const;

/** The state of the list of people; the address holds it. */
export interface PeopleFilter {
  page: number;
  pageSize: PageSize;
  sortField: (typeof sortFields)[number];
  sortOrder: 'asc' | 'desc';
  keyword: string;
  /** A department with those below it, `none` for people without one, or null for the whole company. */
  department: string | null;
  status: AccountStatus | null;
  roleId: string | null;
  expires: (typeof expiryDays)[number] | null;
  signIn: (typeof signIns)[number] | null;
}

/** Stands for people without a department. */
export const withoutDepartment = 'none';

const first: PeopleFilter = {
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'realName',
  sortOrder: 'asc',
  keyword: '',
  department: null,
  status: null,
  roleId: null,
  expires: null,
  signIn: null,
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readPeopleFilter = (address: URLSearchParams): PeopleFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, sortFields, first),
  keyword: keywordIn(address),
  department: address.get('department') === withoutDepartment ? withoutDepartment : idIn(address, 'department'),
  status: oneIn(address, 'status', accountStatuses, null),
  roleId: idIn(address, 'role'),
  expires: oneIn(address, 'expires', expiryDays, null),
  signIn: oneIn(address, 'signIn', signIns, null),
});

/** Writes only values that differ from the default. */
export const writePeopleFilter = (filter: PeopleFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, first),
    department: [filter.department, null],
    status: [filter.status, null],
    role: [filter.roleId, null],
    expires: [filter.expires, null],
    signIn: [filter.signIn, null],
  });
