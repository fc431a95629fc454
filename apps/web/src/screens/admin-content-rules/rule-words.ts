import type { DlpKind, DlpRule, Sensitivity } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';

export const kindName = (kind: DlpKind): string => t(`adminRules.${kind}`);

export const levelName = (level: Sensitivity): string =>
  ({ normal: t('files.sensitivityNormal'), internal: t('files.sensitivityInternal'), high: t('files.sensitivityHigh') })[level];

/** What a rule looks for, in one line. */
export function valueText({ kind, value }: Pick<DlpRule, 'kind' | 'value'>): string {
  switch (kind) {
    case 'keyword':
      return value.split('\n').join(t('common.comma'));
    case 'size':
      return t('adminRules.atLeast', { size: formatSize(Number(value)) });
    case 'sensitivity':
      return levelName(value as Sensitivity);
    case 'pattern':
    case 'suffix':
      return value;
  }
}
