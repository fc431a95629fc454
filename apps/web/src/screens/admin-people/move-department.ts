import { calls } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { peopleChanged } from './people-queries.ts';

/** Moves a department under another one, or to the top. Resolves to the refusal, or to null. */
export async function moveDepartment(departmentId: string, parentId: string | null): Promise<string | null> {
  try {
    await call(calls.adminDepartment.move, { departmentId, parentId });
    toast.success(t('adminPeople.departmentMoved'));
    return null;
  } catch (error) {
    return failureMessage(error, t('errors.unknown'));
  } finally {
    peopleChanged();
  }
}
