import type { OffboardingCounts, OffboardingPartName, OffboardingStep } from '@alcove/contract';
import { formatSize, formatTime, t, type PlainKey } from '../../i18n/index.ts';

export const partNames = {
  space: 'adminOffboard.space',
  groups: 'adminOffboard.groups',
  departments: 'adminOffboard.departments',
  shares: 'adminOffboard.shares',
  requests: 'adminOffboard.requests',
  work: 'adminOffboard.work',
  held: 'adminOffboard.held',
  account: 'adminOffboard.account',
} as const satisfies Record<OffboardingPartName, PlainKey>;

/** What a part counts, without zeros. */
export function countsText(counts: OffboardingCounts): string {
  const say = (n: number | undefined, text: (n: number) => string): string[] => (n ? [text(n)] : []);
  return [
    ...say(counts.files, (n) => t('adminOffboard.files', { n })),
    ...say(counts.bytes, formatSize),
    ...say(counts.groups, (n) => t('adminOffboard.groupsN', { n })),
    ...say(counts.departments, (n) => t('adminOffboard.groupsN', { n })),
    ...say(counts.shares, (n) => t('adminOffboard.sharesN', { n })),
    ...say(counts.sharesEnded, (n) => t('adminOffboard.sharesEndedN', { n })),
    ...say(counts.grants, (n) => t('adminOffboard.grantsN', { n })),
    ...say(counts.asked, (n) => t('adminOffboard.askedN', { n })),
    ...say(counts.toAnswer, (n) => t('adminOffboard.toAnswerN', { n })),
    ...say(counts.tasks, (n) => t('adminOffboard.tasksN', { n })),
    ...say(counts.uploads, (n) => t('adminOffboard.uploadsN', { n })),
    ...say(counts.imports, (n) => t('adminOffboard.importsN', { n })),
    ...say(counts.links, (n) => t('adminOffboard.linksN', { n })),
    ...say(counts.memberships, (n) => t('adminOffboard.membershipsN', { n })),
    ...say(counts.held, (n) => t('adminOffboard.heldN', { n })),
    ...say(counts.favourites, (n) => t('adminOffboard.favouritesN', { n })),
    ...say(counts.notices, (n) => t('adminOffboard.noticesN', { n })),
    ...say(counts.told, (n) => t('adminOffboard.toldN', { n })),
  ].join(t('common.comma'));
}

/** What became of a part. */
export function outcomeText({ part, outcome, successor }: OffboardingStep, keptUntil: string | null): string {
  if (outcome === 'gone') return t('adminOffboard.partGone');
  if (outcome === 'kept')
    return keptUntil === null ? t('adminOffboard.ended') : t('adminOffboard.keptUntil', { time: formatTime(keptUntil) });
  if (successor) return t(part === 'space' ? 'adminOffboard.movedTo' : 'adminOffboard.handedTo', { name: successor.name });
  if (part === 'account') return t('adminOffboard.closed');
  return part === 'work' || part === 'requests' || part === 'held' ? t('adminOffboard.ended') : t('adminOffboard.nothing');
}
