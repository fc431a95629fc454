/** Shared by the tests of groups: people, departments, groups and calls. */
import { calls, failures } from '@alcove/contract';
import type { FailureCode, Group, GroupLevel } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { group, notice } = calls;
export const MB = 2 ** 20;

let named = 0;
export const made = (leader: Person, preallocatedSize = MB, groupName = `群组 ${(named += 1)}`): Promise<Group> =>
  leader.call(group.createGroup, { groupName, preallocatedSize });
export const person = ({ userId }: Person) => ({ kind: 'person', id: userId }) as const;
export const add = (by: Person, { groupId }: Group, who: readonly Person[], level: GroupLevel = 'edit') =>
  by.call(group.addMembers, { groupId, members: who.map((one) => ({ ...person(one), level })) });
export const members = async (by: Person, { groupId }: Group, keyword?: string) =>
  (await by.call(group.queryMembers, { groupId, ...(keyword !== undefined && { keyword }) })).items;
export const groupsOf = async (who: Person, tab: 'personal' | 'group') =>
  (await who.call(group.page, { tab, pageSize: 100 })).items.map((one) => one.groupName);
export const capacity = (who: Person) => who.call(calls.user.queryUserCapacity, {});
export const allottedOf = async (who: Person) => (await capacity(who)).groupCapacity;
export const kinds = async (who: Person) => (await who.call(notice.page, { pageSize: 100 })).items.map((one) => one.kind);

export const peopleOf = (company: Company, count: number, quotaBytes: number | null = null): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => company.person({ quotaBytes })));
export async function departmentOf(company: Company, name: string, parentId: string | null, staff: readonly Person[]): Promise<string> {
  const id = await createDepartment(company.database, { name, parentId });
  for (const { userId } of staff)
    await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', userId).execute();
  return id;
}

/** The failure's code, or 0 on success. */
export const outcome = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (error: { reply?: { errcode: number } }) => error.reply?.errcode ?? -1,
  );
export const codes = (...names: FailureCode[]): number[] => names.map((code) => failures[code].errcode);
