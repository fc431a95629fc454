import { instanceTypes } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { t, type PlainKey } from '../i18n/index.ts';

const spaceTitles = {
  [instanceTypes.personal]: 'files.title',
  [instanceTypes.group]: 'groups.title',
  [instanceTypes.department]: 'shell.departmentFiles',
  [instanceTypes.library]: 'files.title',
} as const satisfies Record<Instance['instanceType'], PlainKey>;

/** An item's location as text: its space and the folders above it. */
export const placeText = ({
  fileSharingId,
  instanceType,
  parentNames,
}: Pick<Instance, 'fileSharingId' | 'instanceType' | 'parentNames'>): string =>
  [t(fileSharingId === undefined ? spaceTitles[instanceType] : 'shell.fileShare'), ...parentNames].join(' / ');
