import { SegmentedControl } from '@mantine/core';
import type { Language } from '@alcove/contract';
import { t } from '../../i18n/index.ts';

/** Which of the two texts is shown. */
export function LanguageSwitch({ value, onChange }: { value: Language; onChange(language: Language): void }) {
  return (
    <SegmentedControl
      aria-label={t('adminAgreements.language')}
      value={value}
      data={[
        { value: 'zh-CN', label: t('agreements.chinese') },
        { value: 'en-US', label: t('agreements.english') },
      ]}
      onChange={(next) => onChange(next as Language)}
    />
  );
}
