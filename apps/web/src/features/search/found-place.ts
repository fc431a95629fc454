import type { FoundInstance } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const spaces: Record<FoundInstance['instanceType'], PlainKey> = {
  '1': 'shell.personalFile',
  '2': 'shell.groupFile',
  '3': 'shell.departmentFiles',
  '4': 'shell.personalFile',
};

/** The way to it in words: the kind of place, its group, department or giver, and the folders, as far as the reader may see them. */
export function wayTo(item: FoundInstance): string {
  const whole = item.instancePathIds.length === item.parentNames.length + 2;
  const place = item.placeName === undefined ? [] : [item.placeName];
  return [t(whole ? spaces[item.instanceType] : 'shell.fileShare'), ...place, ...item.parentNames].join(' / ');
}
