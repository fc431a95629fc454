import { useState } from 'react';
import { calls, type Role } from '@alcove/contract';
import { call, CallFailed, failureMessage, refetch } from '../../api/index.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { companyRolesKey } from '../../features/company-roles/company-role-queries.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { contentOf, countChanges, draftFault, draftOf, type DraftFault, type RoleDraft } from './role-draft.ts';

interface RoleDraftOf {
  /** The chosen role; null when there is none, or a new one is being written. */
  role: Role | null;
  /** The beginning of a new role. */
  begun: RoleDraft | null;
  onSaved(role: Role): void;
}

/** The form of one role. It begins anew with each role; a role that changes elsewhere replaces it while nothing was changed here. */
export function useRoleDraft({ role, begun, onSaved }: RoleDraftOf) {
  const saved = begun ?? (role ? draftOf(role) : null);
  const key = begun ? 'new' : JSON.stringify(saved);
  const [held, setHeld] = useState({ id: saved?.roleId, key, before: saved, draft: saved });
  const [fault, setFault] = useState<DraftFault | null>(null);
  const [refused, setRefused] = useState<{ field: string | undefined; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const changes = held.draft && held.before ? countChanges(held.draft, held.before) : 0;
  if (held.key !== key && (held.id !== saved?.roleId || changes === 0 || begun !== null)) {
    setHeld({ id: saved?.roleId, key, before: saved, draft: saved });
    setFault(null);
    setRefused(null);
  }

  const change = (next: Partial<RoleDraft>) => {
    setFault(null);
    setRefused(null);
    setHeld((now) => ({ ...now, draft: now.draft && { ...now.draft, ...next } }));
  };
  const reset = () => {
    setFault(null);
    setRefused(null);
    setHeld({ id: saved?.roleId, key, before: saved, draft: saved });
  };
  const save = async (): Promise<void> => {
    const { draft, before } = held;
    if (!draft || !before || busy) return;
    const wrong = draftFault(draft, role?.builtIn != null);
    setFault(wrong);
    setRefused(null);
    if (wrong) return;
    setBusy(true);
    try {
      const named = (content: RoleDraft) => ({ ...contentOf(content), ...(role?.builtIn && { name: role.name }) });
      const done =
        draft.roleId === null
          ? await call(calls.adminRole.create, contentOf(draft))
          : await call(calls.adminRole.update, { roleId: draft.roleId, ...named(draft), before: named(before) });
      toast.success(t(draft.roleId === null ? 'adminRoles.created' : 'adminRoles.saved'));
      await refetch(companyRolesKey);
      void refetch(currentUserQuery.queryKey);
      setHeld({ id: done.roleId, key: JSON.stringify(draftOf(done)), before: draftOf(done), draft: draftOf(done) });
      onSaved(done);
    } catch (error) {
      setRefused({ field: error instanceof CallFailed ? error.field : undefined, message: failureMessage(error, t('errors.unknown')) });
    } finally {
      setBusy(false);
    }
  };
  return { draft: held.draft, before: held.before, changes, fault, refused, busy, change, reset, save };
}
