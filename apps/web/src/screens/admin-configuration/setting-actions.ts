import { calls, type ConfigurationChange, type ConfigurationItem, type InputOf } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { configurationChanged } from './configuration-queries.ts';
import { settingName, valueText } from './setting-words.ts';

type Value = NonNullable<InputOf<typeof calls.adminConfiguration.update>['value']>;

/** The change that the reader has seen, so that nobody's change is overwritten unseen. */
const seenOf = ({ change }: ConfigurationItem): string | null => change?.changeId ?? null;

/** Throws what the server refuses, for the form to show. */
export async function saveSetting(item: ConfigurationItem, value: unknown, note: string): Promise<void> {
  try {
    await call(calls.adminConfiguration.update, { code: item.code, value: value as Value, note, seen: seenOf(item) });
    toast.success(t('adminConfiguration.saved', { name: settingName(item.code) }));
  } finally {
    configurationChanged();
  }
}

/** Asks first. Throws what the server refuses. */
export async function resetSetting(item: ConfigurationItem): Promise<void> {
  const name = settingName(item.code);
  const question = {
    type: 'info',
    title: t('adminConfiguration.resetTitle', { name }),
    text: t('adminConfiguration.resetText', { value: valueText(item.code, item.default) }),
    confirmLabel: t('adminConfiguration.reset'),
  } as const;
  if (!(await confirm(question))) return;
  try {
    await call(calls.adminConfiguration.update, { code: item.code, seen: seenOf(item) });
    toast.success(t('adminConfiguration.resetDone', { name }));
  } finally {
    configurationChanged();
  }
}

/** Sets a code to what it was before one of its changes. Asks first, and tells what became of it. */
export async function revertChange(item: ConfigurationItem, { changeId, before }: ConfigurationChange): Promise<void> {
  const value = valueText(item.code, before ? before.value : item.default);
  const question = {
    type: 'info',
    title: t('adminConfiguration.revertTitle', { value }),
    text: t('adminConfiguration.revertText'),
    confirmLabel: t('adminConfiguration.revert'),
  } as const;
  if (!(await confirm(question))) return;
  try {
    await call(calls.adminConfiguration.revert, { code: item.code, changeId });
    toast.success(t('adminConfiguration.reverted', { name: settingName(item.code), value }));
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    configurationChanged();
  }
}
