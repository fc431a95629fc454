import { Textarea, TextInput } from '@mantine/core';
import { limits, type Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { knownPassword } from './known-passwords.ts';
import type { LinkDraft, LinkField } from './link-draft.ts';
import { Labelled } from './Labelled.tsx';
import { LimitField } from './LimitField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PermissionField } from './PermissionField.tsx';
import { ValidityField } from './ValidityField.tsx';
import { WatermarkField } from './WatermarkField.tsx';
import { WhoField } from './WhoField.tsx';
import styles from './link-form.module.css';

interface LinkSettingsProps {
  draft: LinkDraft;
  /** The link that is changed; null while it is created. */
  link: Link | null;
  folder: boolean;
  faults: Partial<Record<LinkField, string>>;
  onChange(next: Partial<LinkDraft>): void;
}

/** Everything that a link's creator decides. */
export function LinkSettings({ draft, link, folder, faults, onChange }: LinkSettingsProps) {
  return (
    <div className={styles.settings}>
      {link && (
        <Labelled field="name" label={t('links.name')} hint={t('links.nameHint')} error={faults.name}>
          <TextInput
            aria-label={t('links.name')}
            value={draft.name}
            maxLength={limits.nameLength}
            error={faults.name !== undefined}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </Labelled>
      )}
      <WhoField type={draft.visitorType} people={draft.people} error={faults.userIds} onChange={onChange} />
      <ValidityField
        value={{ validity: draft.validity, day: draft.day, renewed: draft.renewed }}
        {...(link && { end: link.expireTime })}
        error={faults.expireTime}
        onChange={onChange}
      />
      <div className={styles.pair}>
        <PasswordField
          value={draft.password}
          set={link?.passwordSet ?? false}
          known={link ? knownPassword(link.linkPath) : undefined}
          error={faults.password}
          onChange={(password) => onChange({ password })}
        />
        <LimitField value={{ limited: draft.limited, visitLimit: draft.visitLimit }} error={faults.visitLimit} onChange={onChange} />
      </div>
      <PermissionField
        value={draft.permissions}
        folder={folder}
        error={faults.permissions}
        onChange={(permissions) => onChange({ permissions })}
      />
      <WatermarkField value={draft.watermark} onChange={(watermark) => onChange({ watermark })} />
      <Labelled field="note" label={t('links.note')} hint={t('links.noteHint')} error={faults.note}>
        <Textarea
          aria-label={t('links.note')}
          value={draft.note}
          rows={1}
          autosize={false}
          maxLength={limits.linkNoteLength}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Labelled>
    </div>
  );
}
