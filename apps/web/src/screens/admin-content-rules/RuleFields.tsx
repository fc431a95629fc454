import { NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { limits, sensitivities, type DlpKind } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FieldLabel, Hint } from '../../ui/form-parts/FormParts.tsx';
import { ruleKinds, type RuleDraft, type RuleField } from './rule-draft.ts';
import { kindName, levelName } from './rule-words.ts';
import styles from './rules.module.css';

export type RuleFaults = Partial<Record<RuleField, string>>;

interface RuleFieldsProps {
  draft: RuleDraft;
  /** The kind of a rule is chosen once. */
  isNew: boolean;
  faults: RuleFaults;
  disabled: boolean;
  onChange(next: Partial<RuleDraft>): void;
}

export function RuleFields({ draft, isNew, faults, disabled, onChange }: RuleFieldsProps) {
  const { name, kind, action, enabled } = draft;
  return (
    <>
      <TextInput
        label={t('adminRules.name')}
        data-field="name"
        data-autofocus={isNew || undefined}
        maxLength={limits.dlpNameLength}
        value={name}
        error={faults.name}
        disabled={disabled}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('adminRules.kind')}
        description={isNew ? undefined : t('adminRules.kindFixed')}
        allowDeselect={false}
        value={kind}
        disabled={disabled || !isNew}
        data={ruleKinds.map((value) => ({ value, label: kindName(value) }))}
        onChange={(value) => value !== null && onChange({ kind: value as DlpKind })}
      />
      <ValueField {...{ draft, faults, disabled, onChange }} />
      <div>
        <FieldLabel id="rule-action">{t('adminRules.action')}</FieldLabel>
        <SegmentedControl
          fullWidth
          aria-labelledby="rule-action"
          value={action}
          disabled={disabled}
          data={[
            { value: 'review', label: t('adminRules.review') },
            { value: 'refuse', label: t('adminRules.refuse') },
          ]}
          onChange={(value) => onChange({ action: value as RuleDraft['action'] })}
        />
        <Hint>{t(action === 'review' ? 'adminRules.reviewHint' : 'adminRules.refuseHint')}</Hint>
      </div>
      <Switch
        label={t('adminRules.enabled')}
        checked={enabled}
        disabled={disabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </>
  );
}

function ValueField({ draft: { kind, values }, faults, disabled, onChange }: Omit<RuleFieldsProps, 'isNew'>) {
  const set = (value: string | number) => onChange({ values: { ...values, [kind]: value } });
  const shared = { 'data-field': 'value', error: faults.value, disabled } as const;
  const text = {
    ...shared,
    label: t('adminRules.value'),
    value: String(values[kind]),
    maxLength: limits.dlpValueLength,
  } as const;
  switch (kind) {
    case 'keyword':
      return (
        <Textarea
          {...text}
          rows={6}
          description={t('adminRules.keywordHint', { least: limits.dlpKeywords.leastLength, most: limits.dlpKeywords.most })}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'pattern':
      return (
        <Textarea
          {...text}
          rows={3}
          spellCheck={false}
          classNames={{ input: styles.mono ?? '' }}
          description={t('adminRules.patternHint')}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'suffix':
      return <TextInput {...text} description={t('adminRules.suffixHint')} onChange={(event) => set(event.currentTarget.value)} />;
    case 'size':
      return (
        <NumberInput
          {...shared}
          label={t('adminRules.sizeValue')}
          value={values.size}
          min={0}
          max={10_000_000}
          decimalScale={3}
          allowNegative={false}
          clampBehavior="none"
          thousandSeparator=","
          suffix=" MB"
          onChange={set}
        />
      );
    case 'sensitivity':
      return (
        <Select
          {...shared}
          label={t('adminRules.sensitivityValue')}
          allowDeselect={false}
          value={String(values.sensitivity)}
          data={sensitivities.map((value) => ({ value, label: levelName(value) }))}
          onChange={(value) => value !== null && set(value)}
        />
      );
  }
}
