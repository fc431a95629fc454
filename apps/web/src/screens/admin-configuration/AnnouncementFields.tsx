import { Switch, Textarea, TextInput } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import type { Draft } from './setting-draft.ts';
import styles from './configuration.module.css';

type AnnouncementDraft = Extract<Draft, { kind: 'announcement' }>;

interface AnnouncementFieldsProps {
  draft: AnnouncementDraft;
  fault: string;
  disabled: boolean;
  onChange(next: AnnouncementDraft): void;
}

/** What everybody is told, in both languages, and from when to when. */
export function AnnouncementFields({ draft, fault, disabled, onChange }: AnnouncementFieldsProps) {
  const set = (part: Partial<AnnouncementDraft>) => onChange({ ...draft, ...part });
  const time = (name: 'from' | 'to' | 'stopsAt', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={draft[name]}
      disabled={disabled}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Switch
        label={t('adminConfiguration.announced')}
        checked={draft.on}
        disabled={disabled}
        onChange={(event) => set({ on: event.currentTarget.checked })}
      />
      {draft.on && (
        <>
          {(['zh', 'en'] as const).map((language) => (
            <Textarea
              key={language}
              label={t(language === 'zh' ? 'adminConfiguration.chinese' : 'adminConfiguration.english')}
              autosize
              minRows={2}
              maxRows={5}
              maxLength={500}
              value={draft[language]}
              disabled={disabled}
              onChange={(event) => set({ [language]: event.currentTarget.value })}
            />
          ))}
          <div className={styles.pair}>
            {time('from', t('adminConfiguration.from'))}
            {time('to', t('adminConfiguration.to'))}
          </div>
          {time('stopsAt', t('adminConfiguration.stopsAt'))}
        </>
      )}
      <Refused text={fault} />
    </>
  );
}
