import { calls, failures, type AllowlistRule } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { allowlistChanged } from './rule-queries.ts';
import { ruleText } from './rule-words.ts';

/** False if switching the rule on would shut out its author: the dialog then offers the addresses that mend it. */
export async function switchRule({ ruleId, enabled }: AllowlistRule): Promise<boolean> {
  try {
    await call(calls.adminAllowlist.update, { ruleId, enabled: !enabled });
    toast.success(t(enabled ? 'adminAllowlist.switchedOff' : 'adminAllowlist.switchedOn'));
  } catch (error) {
    if (!enabled && error instanceof CallFailed && error.errcode === failures.ALLOWLIST_LOCKS_OUT.errcode) return false;
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    allowlistChanged();
  }
  return true;
}

export async function removeRule(rule: AllowlistRule): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminAllowlist.removeTitle', { name: ruleText(rule) }),
    text: t('adminAllowlist.removeText'),
    confirmLabel: t('adminAllowlist.removeConfirm'),
    danger: true,
  } as const;
  if (!(await confirm(question))) return;
  try {
    await call(calls.adminAllowlist.remove, { ruleId: rule.ruleId });
    toast.success(t('adminAllowlist.removed'));
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    allowlistChanged();
  }
}
