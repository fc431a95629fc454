import type { Instance } from '@alcove/contract';
import { t, type PlainKey } from '../i18n/index.ts';

const spaceTitles = { '1': 'files.title', '2': 'groups.title', '3': 'shell.departmentFiles', '4': 'files.title' } as const satisfies Record<
  Instance['instanceType'],
  PlainKey
>;

/** An item's location as text: its space and the folders above it. */
export const placeText = ({
  fileSharingId,
  instanceType,
  parentNames,
}: Pick<Instance, 'fileSharingId' | 'instanceType' | 'parentNames'>): string =>
  [t(fileSharingId === undefined ? spaceTitles[instanceType] : 'shell.fileShare'), ...parentNames].join(' / ');
