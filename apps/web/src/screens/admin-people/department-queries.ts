import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type ManagedDepartment } from '@alcove/contract';
import { call, queryClient } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { departmentsKey } from './people-queries.ts';

/** The id of the tree's top, which is not a department. */
export const treeTop = '';

/** A department as the tree draws it. Its management facts need the item to view departments. */
export interface TreeDepartment {
  departmentId: string;
  name: string;
  path: readonly string[];
  /** People in it and everywhere below. */
  people: number;
  hasChildren: boolean;
  managed: ManagedDepartment | null;
}
export interface DepartmentLevel {
  departments: readonly TreeDepartment[];
  /** How many there are; a level lists 500 at most. */
  total: number;
}

const mayManage = (): boolean => queryClient.getQueryData(currentUserQuery.queryKey)?.adminItems.includes('departments.view') ?? false;
const ofManaged = (managed: ManagedDepartment): TreeDepartment => ({
  departmentId: managed.departmentId,
  name: managed.name,
  path: managed.path,
  people: managed.people.withBelow,
  hasChildren: managed.departments > 0,
  managed,
});

async function readLevel(parentId: string | null, signal: AbortSignal): Promise<DepartmentLevel> {
  if (mayManage()) {
    const { items, total } = await call(calls.adminDepartment.page, { parentId }, { signal });
    return { departments: items.map(ofManaged), total };
  }
  const level = await call(calls.department.queryChildren, { page: 1, pageSize: 10, ...(parentId !== null && { parentId }) }, { signal });
  return {
    departments: level.departments.map((one) => ({ ...one, hasChildren: one.departments > 0, managed: null })),
    total: level.departmentTotal,
  };
}

async function readNamed(keyword: string, signal: AbortSignal): Promise<readonly TreeDepartment[]> {
  if (mayManage()) return (await call(calls.adminDepartment.page, { keyword }, { signal })).items.map(ofManaged);
  const found = await call(calls.search.searchDepartments, { keyword, limit: 50 }, { signal });
  return found.map((one) => ({ ...one, hasChildren: one.departments > 0, managed: null }));
}

/** The departments of one level. Who may not view departments reads them as every colleague does. */
export const departmentsBelow = (departmentId: string) =>
  queryOptions({
    queryKey: [...departmentsKey, 'below', departmentId],
    queryFn: ({ signal }) => readLevel(departmentId === treeTop ? null : departmentId, signal),
  });

/** Departments with this name or pinyin. Without a keyword: those at the top, and those below a single one. */
export const departmentsNamed = (keyword: string) =>
  queryOptions({
    queryKey: [...departmentsKey, 'named', keyword],
    queryFn: async ({ signal }): Promise<readonly TreeDepartment[]> => {
      if (keyword !== '') return readNamed(keyword, signal);
      const { departments } = await readLevel(null, signal);
      const [only, second] = departments;
      return only && !second ? [only, ...(await readLevel(only.departmentId, signal)).departments] : departments;
    },
    placeholderData: keepPreviousData,
  });

/** One department by its id, for an address that names one that no level has loaded. */
export const departmentById = (departmentId: string, wanted: boolean) =>
  queryOptions({
    queryKey: [...departmentsKey, 'one', departmentId],
    queryFn: async ({ signal }): Promise<readonly TreeDepartment[]> => [
      ofManaged(await call(calls.adminDepartment.detail, { departmentId }, { signal })),
    ],
    enabled: wanted && mayManage(),
  });
