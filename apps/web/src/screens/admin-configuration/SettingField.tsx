import { Checkbox, NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { currentLanguage, t } from '../../i18n/index.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { systems, type Draft, type System } from './setting-draft.ts';
import type { SettingField as FieldKind } from './setting-kinds.ts';
import { choiceName, unitSuffix } from './setting-words.ts';
import styles from './configuration.module.css';

interface FieldProps {
  field: FieldKind;
  draft: Draft;
  fault: string;
  disabled: boolean;
  onChange(next: Draft): void;
}

/** The field that a setting's type asks for. */
export function SettingField({ field, draft, fault, disabled, onChange }: FieldProps) {
  const label = t('adminConfiguration.value');
  const error = fault || undefined;
  switch (draft.kind) {
    case 'switch':
      return (
        <Switch
          label={t(draft.on ? 'adminConfiguration.on' : 'adminConfiguration.off')}
          aria-label={label}
          checked={draft.on}
          disabled={disabled}
          onChange={(event) => onChange({ kind: 'switch', on: event.currentTarget.checked })}
        />
      );
    case 'number':
      return field.kind === 'number' && <NumberField field={field} draft={draft} {...{ fault, disabled, onChange }} />;
    case 'choice':
      return (
        <Select
          label={label}
          allowDeselect={false}
          value={draft.text}
          disabled={disabled}
          error={error}
          data={field.kind === 'choice' ? field.choices.map((value) => ({ value, label: choiceName(value) })) : []}
          onChange={(text) => text !== null && onChange({ kind: 'choice', text })}
        />
      );
    case 'choices':
      return (
        <Checkbox.Group label={label} error={error} value={[...draft.chosen]} onChange={(chosen) => onChange({ kind: 'choices', chosen })}>
          <div className={styles.choices}>
            {field.kind === 'choices' &&
              Object.entries(field.names).map(([value, names]) => (
                <Checkbox key={value} value={value} label={names[currentLanguage()]} disabled={disabled} />
              ))}
          </div>
        </Checkbox.Group>
      );
    case 'announcement':
      return <AnnouncementFields draft={draft} {...{ fault, disabled, onChange }} />;
    case 'text':
      return (
        <TextInput
          label={label}
          value={draft.text}
          disabled={disabled}
          error={error}
          onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
        />
      );
    case 'link':
      return (
        <TextInput
          label={label}
          description={t('adminConfiguration.linkHint')}
          inputMode="url"
          value={draft.text}
          disabled={disabled}
          error={error}
          onChange={(event) => onChange({ kind: 'link', text: event.currentTarget.value })}
        />
      );
    case 'hosts':
      return (
        <Textarea
          label={label}
          description={t('adminConfiguration.hostsHint')}
          rows={4}
          spellCheck={false}
          value={draft.text}
          disabled={disabled}
          error={error}
          onChange={(event) => onChange({ kind: 'hosts', text: event.currentTarget.value })}
        />
      );
    case 'words':
      return (
        <div className={styles.pair}>
          <TextInput
            label={t('adminConfiguration.chinese')}
            value={draft.zh}
            disabled={disabled}
            error={error}
            onChange={(event) => onChange({ ...draft, zh: event.currentTarget.value })}
          />
          <TextInput
            label={t('adminConfiguration.english')}
            value={draft.en}
            disabled={disabled}
            error={Boolean(error)}
            onChange={(event) => onChange({ ...draft, en: event.currentTarget.value })}
          />
        </div>
      );
    case 'clients':
      return (
        <ClientFields clients={draft.clients} fault={fault} disabled={disabled} onChange={(clients) => onChange({ ...draft, clients })} />
      );
    case 'plugin':
      return (
        <>
          <TextInput
            label={t('adminConfiguration.revision')}
            value={draft.revision}
            disabled={disabled}
            onChange={(event) => onChange({ ...draft, revision: event.currentTarget.value })}
          />
          <ClientFields clients={draft.clients} fault={fault} disabled={disabled} onChange={(clients) => onChange({ ...draft, clients })} />
          <Textarea
            label={t('adminConfiguration.hosts')}
            description={t('adminConfiguration.hostsHint')}
            rows={2}
            value={draft.hosts}
            disabled={disabled}
            onChange={(event) => onChange({ ...draft, hosts: event.currentTarget.value })}
          />
        </>
      );
  }
}

interface NumberFieldProps extends FieldProps {
  field: Extract<FieldKind, { kind: 'number' }>;
  draft: Extract<Draft, { kind: 'number' }>;
}

function NumberField({ field: { unit, none, ofServer }, draft, fault, disabled, onChange }: NumberFieldProps) {
  const label = t('adminConfiguration.value');
  return (
    <>
      {none && (
        <SegmentedControl
          fullWidth
          aria-label={t('adminConfiguration.limit')}
          value={draft.limited ? 'limited' : 'none'}
          disabled={disabled}
          data={[
            { value: 'none', label: t(ofServer ? 'adminConfiguration.ofServer' : 'adminConfiguration.unlimited') },
            { value: 'limited', label: t(ofServer ? 'adminConfiguration.own' : 'adminConfiguration.limited') },
          ]}
          onChange={(value) => onChange({ ...draft, limited: value === 'limited' })}
        />
      )}
      {draft.limited && (
        <NumberInput
          label={label}
          value={draft.number}
          decimalScale={unit === 'gigabytes' || unit === 'megabytesPerSecond' ? 3 : 0}
          allowNegative={false}
          clampBehavior="none"
          thousandSeparator=","
          hideControls
          disabled={disabled}
          error={fault || undefined}
          rightSection={<span className={styles.unit}>{unitSuffix(unit)}</span>}
          rightSectionWidth={88}
          onChange={(number) => onChange({ ...draft, number })}
        />
      )}
    </>
  );
}

interface ClientFieldsProps extends Pick<FieldProps, 'fault' | 'disabled'> {
  clients: Record<System, { version: string; address: string }>;
  onChange(clients: Record<System, { version: string; address: string }>): void;
}

/** A version and an address for each system; the fault is shown below, because the server does not say of which system it is. */
function ClientFields({ clients, fault, disabled, onChange }: ClientFieldsProps) {
  const set = (system: System, part: Partial<{ version: string; address: string }>) =>
    onChange({ ...clients, [system]: { ...clients[system], ...part } });
  return (
    <>
      {systems.map((system) => (
        <fieldset key={system} className={styles.client} disabled={disabled}>
          <legend>{t(`adminConfiguration.${system}`)}</legend>
          <TextInput
            label={t('adminConfiguration.version')}
            value={clients[system].version}
            onChange={(event) => set(system, { version: event.currentTarget.value })}
          />
          <TextInput
            label={t('adminConfiguration.address')}
            inputMode="url"
            value={clients[system].address}
            onChange={(event) => set(system, { address: event.currentTarget.value })}
          />
        </fieldset>
      ))}
      <Refused text={fault} />
    </>
  );
}
