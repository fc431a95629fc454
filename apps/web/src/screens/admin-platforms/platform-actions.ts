import { calls, type Platform } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { platformsChanged } from './platform-queries.ts';

async function change(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    toast.success(done);
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    platformsChanged();
  }
}

/** What comes from a directory is edited here afterwards. */
const setFree = (protocol: Platform['protocol']): string[] => (protocol === 'oidc' ? [] : [t('adminSync.setFree')]);

/** Switching it off signs out whoever came in with it. */
export async function switchPlatform({ platformId, name, enabled, protocol }: Platform): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminPlatforms.switchOffTitle', { name }),
    text: [t('adminPlatforms.switchOffText'), ...setFree(protocol)].join(' '),
    confirmLabel: t('adminPlatforms.switchOff'),
    danger: true,
  } as const;
  if (enabled && !(await confirm(question))) return;
  const switched = { platformId, enabled: !enabled };
  const update = () =>
    protocol === 'oidc'
      ? call(calls.adminPlatform.update, switched)
      : protocol === 'scim'
        ? call(calls.adminPlatform.updateScim, switched)
        : call(calls.adminPlatform.updateDirectory, switched);
  await change(update, t(enabled ? 'adminPlatforms.switchedOff' : 'adminPlatforms.switchedOn'));
}

export async function removePlatform({ platformId, name, people, protocol }: Platform): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminPlatforms.removeTitle', { name }),
    text: [t('adminPlatforms.removeText', { n: people }), ...setFree(protocol)].join(' '),
    confirmLabel: t('adminPlatforms.remove'),
    danger: true,
  } as const;
  if (!(await confirm(question))) return;
  await change(() => call(calls.adminPlatform.remove, { platformId }), t('adminPlatforms.removed'));
}
