import { calls, type DlpRule } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { rulesChanged } from './rule-queries.ts';

async function told(work: Promise<unknown>, done: string): Promise<void> {
  try {
    await work;
    toast.success(done);
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    rulesChanged();
  }
}

export const switchRule = ({ ruleId, name, enabled }: DlpRule): Promise<void> =>
  told(
    call(calls.adminDlp.update, { ruleId, enabled: !enabled }),
    t(enabled ? 'adminRules.switchedOff' : 'adminRules.switchedOn', { name }),
  );

export async function removeRule({ ruleId, name, action }: DlpRule): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminRules.removeTitle', { name }),
    text: t(action === 'refuse' ? 'adminRules.removeRefuseText' : 'adminRules.removeText'),
    confirmLabel: t('adminRules.removeConfirm'),
    danger: true,
  } as const;
  if (await confirm(question)) await told(call(calls.adminDlp.remove, { ruleId }), t('adminRules.removed', { name }));
}
