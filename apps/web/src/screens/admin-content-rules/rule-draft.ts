import { dlpKinds, type DlpAction, type DlpKind, type DlpRule, type InputOf, type calls } from '@alcove/contract';

/** A rule as the form holds it. */
export interface RuleDraft {
  name: string;
  kind: DlpKind;
  /** What the rule looks for; of a size, megabytes. */
  values: Record<DlpKind, string | number>;
  action: DlpAction;
  enabled: boolean;
}

const megabyte = 2 ** 20;
const nothing: RuleDraft['values'] = { keyword: '', pattern: '', suffix: '', size: '', sensitivity: 'internal' };

export const newDraft = (): RuleDraft => ({ name: '', kind: 'keyword', values: nothing, action: 'review', enabled: true });

export const draftOf = ({ name, kind, value, action, enabled }: DlpRule): RuleDraft => ({
  name,
  kind,
  values: { ...nothing, [kind]: kind === 'size' ? Number(value) / megabyte : value },
  action,
  enabled,
});

/** The value of the chosen kind as the server reads it; an empty one is missing. */
export function valueOf({ kind, values }: Pick<RuleDraft, 'kind' | 'values'>): string {
  const value = values[kind];
  if (kind !== 'size') return String(value);
  const bytes = Math.round(Number(value) * megabyte);
  return value === '' || !Number.isFinite(bytes) || bytes < 1 ? '' : String(bytes);
}

export type RuleField = 'name' | 'value';

/** What is missing, before the server is asked. */
export const missingIn = (draft: RuleDraft): RuleField[] => [
  ...(draft.name.trim() === '' ? ['name' as const] : []),
  ...(valueOf(draft).trim() === '' ? ['value' as const] : []),
];

export const creationOf = (draft: RuleDraft): InputOf<typeof calls.adminDlp.create> => ({
  name: draft.name,
  kind: draft.kind,
  value: valueOf(draft),
  action: draft.action,
  enabled: draft.enabled,
});

/** Only what differs, so that somebody else's change of another field stays. */
export function changesOf(draft: RuleDraft, before: RuleDraft): Omit<InputOf<typeof calls.adminDlp.update>, 'ruleId'> {
  const value = valueOf(draft);
  return {
    ...(draft.name.trim() !== before.name && { name: draft.name }),
    ...(value !== valueOf(before) && { value }),
    ...(draft.action !== before.action && { action: draft.action }),
    ...(draft.enabled !== before.enabled && { enabled: draft.enabled }),
  };
}

/** Kinds that can be tried on a text; the others are plain to see. */
export const isTried = (kind: DlpKind): boolean => kind === 'keyword' || kind === 'pattern' || kind === 'suffix';

export const ruleKinds: readonly DlpKind[] = dlpKinds;
