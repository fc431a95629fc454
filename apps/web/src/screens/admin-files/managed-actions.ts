import {
  calls,
  limits,
  type FileLook,
  type InputOf,
  type ItemOutcome,
  type ManagedDeed,
  type ManagedFile,
  type Sensitivity,
  type SharingKind,
} from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { askedOf, type ManagedFilter } from './managed-filter.ts';
import { filesChanged } from './managed-query.ts';

type Files = readonly ManagedFile[];
const idsOf = (items: Files) => items.map(({ instanceId }) => instanceId);

/** Does it to each item, says how many are done and why the others are not, and searches again. Resolves to whether something was done. */
async function change(work: () => Promise<readonly ItemOutcome[]>, done: (n: number) => string): Promise<boolean> {
  try {
    const outcomes = await work();
    const refused = outcomes.flatMap((outcome) => (outcome.done ? [] : [outcome]));
    const n = outcomes.length - refused.length;
    if (n > 0) toast.success(done(n));
    const [first] = refused;
    if (first) toast.error(t('adminFiles.notDone', { n: refused.length, reason: first.errmsg }));
    return n > 0;
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return false;
  } finally {
    filesChanged();
  }
}

export async function removeFiles(items: Files): Promise<boolean> {
  const [first] = items;
  if (!first) return false;
  const n = items.length;
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: n === 1 ? t('adminFiles.removeOneTitle', { name: first.instanceName }) : t('adminFiles.removeTitle', { n }),
    text: t('adminFiles.removeText'),
    confirmLabel: t('adminFiles.remove'),
    ...(n > 1 && { list: items.map(({ instanceName }) => instanceName) }),
  });
  if (!agreed) return false;
  return change(
    () => call(calls.adminFile.remove, { instanceIds: idsOf(items) }),
    (done) => t('adminFiles.removed', { n: done }),
  );
}

export async function endSharing(items: Files, what: SharingKind): Promise<boolean> {
  const links = what === 'links';
  const n = items.length;
  const agreed = await confirm({
    type: 'warning',
    danger: true,
    title: t(links ? 'adminFiles.endLinksTitle' : 'adminFiles.endSharesTitle', { n }),
    text: t(links ? 'adminFiles.endLinksText' : 'adminFiles.endSharesText'),
    confirmLabel: t(links ? 'adminFiles.endLinks' : 'adminFiles.endShares'),
    ...(n > 1 && { list: items.map(({ instanceName }) => instanceName) }),
  });
  if (!agreed) return false;
  return change(
    () => call(calls.adminFile.endSharing, { instanceIds: idsOf(items), what }),
    (done) => t(links ? 'adminFiles.linksEnded' : 'adminFiles.sharesEnded', { n: done }),
  );
}

export const setLevel = (items: Files, sensitivity: Sensitivity): Promise<boolean> =>
  change(
    () => call(calls.adminFile.setSensitivity, { instanceIds: idsOf(items), sensitivity }),
    (n) => t('adminFiles.levelSet', { n }),
  );

/** Asks with the number of what is found, and begins the task. Resolves to its id. */
export async function changeFound(filter: ManagedFilter, deed: ManagedDeed, sensitivity?: Sensitivity): Promise<string | null> {
  const asked = askedOf(filter);
  try {
    const { n, more } = await call(calls.adminFile.count, asked);
    if (more) {
      toast.error(t('adminFiles.tooMany', { n: limits.filesChangedByTask }));
      return null;
    }
    const { title, text, label } = foundQuestions[deed];
    const question = { type: 'warning', danger: true, title: t(title, { n }), text: t(text), confirmLabel: t(label, { n }) } as const;
    if (!(await confirm(question))) return null;
    const { taskId } = await call(calls.adminFile.changeFound, { deed, filter: asked, ...(sensitivity && { sensitivity }) });
    tasksChanged();
    return taskId;
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
    return null;
  }
}

const foundQuestions = {
  remove: { title: 'adminFiles.removeTitle', text: 'adminFiles.removeText', label: 'adminFiles.removeFound' },
  setSensitivity: { title: 'adminFiles.levelFoundTitle', text: 'adminFiles.levelFoundText', label: 'adminFiles.levelFound' },
  endShares: { title: 'adminFiles.endSharesTitle', text: 'adminFiles.endSharesText', label: 'adminFiles.endSharesFound' },
  endLinks: { title: 'adminFiles.endLinksTitle', text: 'adminFiles.endLinksText', label: 'adminFiles.endLinksFound' },
} as const;

export type LookInput = Pick<InputOf<typeof calls.adminFile.look>, 'reason' | 'grounds'>;

/** Begins a look. Resolves to the message of its refusal if there is one. */
export async function beginLook({ instanceId }: ManagedFile, downloads: boolean, why: LookInput): Promise<FileLook | { refused: string }> {
  try {
    return await call(calls.adminFile.look, { instanceId, downloads, ...why });
  } catch (error) {
    if (!(error instanceof CallFailed)) toast.error(failureMessage(error, t('errors.unknown')));
    return { refused: failureMessage(error, t('errors.unknown')) };
  }
}

/** The store sends it as an attachment, so the page stays. */
export async function downloadLooked({ instanceId }: Pick<ManagedFile, 'instanceId'>, { lookId }: FileLook): Promise<void> {
  try {
    const { url } = await call(calls.adminFile.download, { instanceId, lookId });
    Object.assign(document.createElement('a'), { href: url }).click();
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  }
}
