import { calls } from '@alcove/contract';
import { utcOffset } from '../../i18n/index.ts';
import { saveFile } from '../../ui/save-file.ts';
import { withoutDepartment, type PeopleFilter } from './people-filter.ts';

/** Saves the accounts that the list shows, all pages of them, as an Excel file. */
export const exportPeople = ({ keyword, department, status, roleId }: PeopleFilter): Promise<boolean> =>
  saveFile(calls.adminUser.exportAccounts, {
    ...(keyword !== '' && { keyword }),
    ...(department !== null && { departmentId: department === withoutDepartment ? '' : department, withBelow: '1' }),
    ...(status !== null && { status }),
    ...(roleId !== null && { roleId }),
    utcOffset: utcOffset(),
  });
