import type { DlpRule } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FormDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { RuleForm } from './RuleForm.tsx';

/** The rule that the drawer shows; null: one that does not exist yet. */
export interface Edited {
  rule: DlpRule | null;
}

interface RuleDrawerProps {
  edited: Edited | null;
  /** Whether the reader may change rules. */
  edits: boolean;
  onClose(): void;
}

/** Creates, changes or shows a rule. */
export const RuleDrawer = ({ edited, edits, onClose }: RuleDrawerProps) => (
  <FormDrawer opened={edited !== null} title={edited?.rule ? edited.rule.name : t('adminRules.create')} width={520} foot onClose={onClose}>
    {(form) => edited && <RuleForm key={edited.rule?.ruleId ?? ''} rule={edited.rule} edits={edits} {...form} />}
  </FormDrawer>
);
