import { useState } from 'react';
import { calls, itemsInOrder, sameItems, type EditedFileRole, type PermissionItem } from '@alcove/contract';
import { currentUserQuery } from '../../api/current-user.ts';
import { call, failureMessage, refetch } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { fileRoleList } from './file-role-queries.ts';
import { changeOf, toggled } from './role-draft.ts';

/** The form of one file role. It begins anew with each role; a role that changes elsewhere replaces it while nothing was changed here. */
export function useFileRoleDraft(saved: EditedFileRole) {
  const [held, setHeld] = useState({ role: saved.role, before: saved.items, now: saved.items as readonly PermissionItem[] });
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const changed = itemsInOrder([...held.before, ...held.now]).filter((item) => changeOf(item, held.before, held.now));
  const begin = (items: PermissionItem[]) => {
    setRefused(null);
    setHeld({ role: saved.role, before: items, now: items });
  };
  if (held.role !== saved.role || (changed.length === 0 && !sameItems(held.before, saved.items))) begin(saved.items);
  return {
    before: held.before,
    now: held.now,
    changes: changed.length,
    refused,
    busy,
    toggle(item: PermissionItem) {
      setRefused(null);
      setHeld((one) => ({ ...one, now: toggled(one.now, item) }));
    },
    reset: () => begin(saved.items),
    async save(): Promise<void> {
      if (busy) return;
      setBusy(true);
      try {
        const { items } = await call(calls.adminFileRole.update, { role: held.role, items: [...held.now], before: held.before });
        toast.success(t('adminRoles.saved'));
        await refetch(fileRoleList.queryKey);
        void refetch(currentUserQuery.queryKey);
        begin(items);
      } catch (error) {
        setRefused(failureMessage(error, t('errors.unknown')));
        void refetch(fileRoleList.queryKey);
      } finally {
        setBusy(false);
      }
    },
  };
}
