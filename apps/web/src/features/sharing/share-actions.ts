import { calls, type InputOf, type ShareItem, type ShareOutcome } from '@alcove/contract';
import { call, callForFile, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { sharingChanged } from './sharing-queries.ts';

/** Changes to shares. Each shows its own outcome and refetches afterwards. */

export const tellFailure = (error: unknown): number => toast.error(failureMessage(error, t('errors.unknown')));

/** Shows how many succeeded, and why others failed. Returns whether any succeeded. */
export function tellOutcomes(outcomes: readonly ShareOutcome[], done: (n: number) => string): boolean {
  const failed = outcomes.flatMap((one) => (one.done ? [] : [one]));
  const n = outcomes.length - failed.length;
  if (n > 0) toast.success(done(n));
  if (failed[0]) toast.error(t('sharing.someFailed', { n: failed.length, reason: failed[0].errmsg }));
  return n > 0;
}

const questions = {
  withdraw: (n: number, name: string) => ({
    title: n === 1 ? t('sharing.withdrawOneTitle', { name }) : t('sharing.withdrawTitle', { n }),
    text: t('sharing.withdrawText'),
    confirmLabel: t('sharing.withdrawConfirm', { n }),
  }),
  leave: (n: number, name: string) => ({
    title: n === 1 ? t('sharing.leaveOneTitle', { name }) : t('sharing.leaveTitle', { n }),
    text: t('sharing.leaveText'),
    confirmLabel: t('sharing.leaveConfirm', { n }),
  }),
};

/** Asks for confirmation, then ends the reader's own shares or leaves those of others. Resolves to whether any ended. */
export async function endShares(shares: readonly ShareItem[], how: 'withdraw' | 'leave'): Promise<boolean> {
  const [first] = shares;
  if (!first) {
    toast.warning(t('sharing.selectFirst'));
    return false;
  }
  const names = shares.map(({ instance }) => instance.instanceName);
  const question = questions[how](shares.length, first.instance.instanceName);
  if (!(await confirm({ type: 'warning', danger: true, ...question, ...(shares.length > 1 && { list: names }) }))) return false;
  const fileSharingIds = shares.map((share) => share.fileSharingId);
  try {
    const outcomes = await call(how === 'withdraw' ? calls.innerSharing.remove : calls.innerSharing.leaveInnerSharing, { fileSharingIds });
    return tellOutcomes(outcomes, (n) => (how === 'withdraw' ? t('sharing.withdrawn', { n }) : t('sharing.left', { n })));
  } catch (error) {
    tellFailure(error);
    return false;
  } finally {
    sharingChanged();
  }
}

/** Downloads the recipients, or an empty template, as an Excel file. */
export async function saveList(input: InputOf<typeof calls.innerSharing.downloadUsers>): Promise<void> {
  try {
    const { file, name } = await callForFile(calls.innerSharing.downloadUsers, input);
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    tellFailure(error);
  }
}
