import { previewKindOf, type LinkInstance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';

export const isFolder = (item: Pick<LinkInstance, 'classifierId'>): boolean => item.classifierId === 'Folder';

/** Why a file cannot be previewed, or undefined. */
export function previewRefusal(item: LinkInstance): string | undefined {
  if (item.verifying) return t('visitor.verifyingHint');
  if (!item.fileAuth.includes('preview')) return t('visitor.refusedHint');
  return previewKindOf(item.instanceName) === null ? t('visitor.unsupported') : undefined;
}

/** Why an item cannot be downloaded, or undefined; folders have their own rule. */
export function downloadRefusal(item: LinkInstance): string | undefined {
  if (item.verifying) return t('visitor.verifyingHint');
  return item.fileAuth.includes('download') ? undefined : t('visitor.refusedHint');
}
