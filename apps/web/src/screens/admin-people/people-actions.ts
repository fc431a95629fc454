import { calls, type Account, type EachAnswer, type PersonPlatform } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { peopleChanged } from './people-queries.ts';

const idsOf = (accounts: readonly Account[]) => accounts.map(({ userId }) => userId);

/** Runs `work`, shows its failure and refetches. Resolves to null after a failure. */
async function told<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return null;
  } finally {
    peopleChanged();
  }
}

/** Says how many accounts were changed, and why the others were not. */
export function tellOutcomes(outcomes: readonly EachAnswer<unknown>[], done: (n: number) => string): void {
  const refused = outcomes.flatMap((one) => (one.done ? [] : [one]));
  if (outcomes.length > refused.length) toast.success(done(outcomes.length - refused.length));
  const [first] = refused;
  if (first) toast.error(t('adminPeople.notDone', { n: refused.length, reason: first.errmsg }));
}

export async function freezeAccounts(accounts: readonly Account[]): Promise<boolean> {
  const [first] = accounts;
  if (!first) return false;
  const n = accounts.length;
  const question = {
    type: 'warning',
    title: n === 1 ? t('adminPeople.freezeTitle', { name: first.realName }) : t('adminPeople.freezeManyTitle', { n }),
    text: t('adminPeople.freezeText'),
    list: n === 1 ? [] : accounts.map(({ realName, accountName }) => `${realName} · ${accountName}`),
    confirmLabel: n === 1 ? t('adminPeople.freeze') : t('adminPeople.freezeN', { n }),
    danger: true,
  } as const;
  if (!(await confirm(question))) return false;
  const outcomes = await told(() => call(calls.adminUser.freeze, { userIds: idsOf(accounts) }));
  if (outcomes) tellOutcomes(outcomes, (done) => t('adminPeople.frozenDone', { n: done }));
  return outcomes !== null;
}

export async function thawAccounts(accounts: readonly Account[]): Promise<boolean> {
  const outcomes = await told(() => call(calls.adminUser.thaw, { userIds: idsOf(accounts) }));
  if (outcomes) tellOutcomes(outcomes, (done) => t('adminPeople.thawedDone', { n: done }));
  return outcomes !== null;
}

/** Resolves to the generated password, or to null. */
export async function resetPassword({ userId, realName: name }: Account): Promise<{ name: string; password: string } | null> {
  const question = { type: 'warning', title: t('adminPeople.resetTitle', { name }), text: t('adminPeople.resetText') } as const;
  if (!(await confirm({ ...question, confirmLabel: t('adminPeople.resetPassword'), danger: true }))) return null;
  const answer = await told(() => call(calls.adminUser.resetPassword, { userId }));
  return answer && { name, password: answer.password };
}

/** For somebody who lost what they verify with. */
export async function removeFactors({ userId, realName: name }: Account): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminPeople.removeFactorsTitle', { name }),
    text: t('adminPeople.removeFactorsText'),
  } as const;
  if (!(await confirm({ ...question, confirmLabel: t('adminPeople.removeFactors'), danger: true }))) return;
  if ((await told(() => call(calls.adminUser.removeFactors, { userId }).then(() => true))) !== null)
    toast.success(t('adminPeople.factorsRemoved'));
}

/** For somebody whom a platform takes for this person wrongly, or under a name that changed. */
export async function unlinkPlatform({ userId, realName: name }: Account, { platformId, name: platform }: PersonPlatform): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminPeople.unlinkTitle', { name, platform }),
    text: t('adminPeople.unlinkText'),
  } as const;
  if (!(await confirm({ ...question, confirmLabel: t('adminPeople.unlink'), danger: true }))) return;
  if ((await told(() => call(calls.adminUser.unlinkPlatform, { userId, platformId }))) !== null) toast.success(t('adminPeople.unlinked'));
}

/** Moves people to a department, or out of theirs. */
export async function moveTo(accounts: readonly Account[], departmentId: string | null): Promise<boolean> {
  const outcomes = await told(() => call(calls.adminUser.batch, { userIds: idsOf(accounts), change: { departmentId } }));
  if (outcomes) tellOutcomes(outcomes, (n) => t('adminPeople.movedTo', { n }));
  return outcomes !== null;
}
