import { calls, type AccessEntry } from '@alcove/contract';
import { call, failureMessage, queryClient } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Asks for confirmation, then revokes the grant where it was made, and so for everything below. */
export async function takeBack(entry: AccessEntry): Promise<void> {
  const { grant, subject } = entry;
  if (!grant || !entry.takeBack) return;
  const { name } = subject;
  const text = grant.on.top
    ? t('accessReport.takeBackTop')
    : t('accessReport.takeBackText', { folder: grant.on.name ?? t('accessReport.hiddenFolder') });
  const title = t('accessReport.takeBackTitle', { name });
  if (!(await confirm({ type: 'warning', title, text, confirmLabel: t('accessReport.takeBack'), danger: true }))) return;
  try {
    const refused = await end(entry.takeBack, grant.on.instanceId, { kind: subject.kind, id: subject.id });
    if (refused === null) toast.success(t('accessReport.takenBack', { name }));
    else toast.error(refused);
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    await Promise.all([['files'], ['groups'], ['sharing']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }
}

/** Returns the reason for a refusal, or null. */
async function end(
  how: NonNullable<AccessEntry['takeBack']>,
  instanceId: string,
  subject: { kind: 'person' | 'department'; id: string },
): Promise<string | null> {
  if (how.from === 'membership') await call(calls.group.removeMembers, { groupId: instanceId, members: [subject] });
  if (how.from === 'privilege') await call(calls.privilege.remove, { instanceId, subject });
  if (how.from === 'share') {
    const [outcome] = await call(calls.innerSharing.remove, { fileSharingIds: [how.fileSharingId], members: [subject] });
    if (outcome && !outcome.done) return outcome.errmsg;
  }
  return null;
}
