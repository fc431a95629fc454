import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import type { DlpRule } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { usePhone } from '../../ui/use-media.ts';
import { RuleForm } from './RuleForm.tsx';
import styles from './rules.module.css';

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

/** Creates, changes or shows a rule, in a drawer; on a phone it rises from below. */
export function RuleDrawer({ edited, edits, onClose }: RuleDrawerProps) {
  const phone = usePhone();
  const dirty = useRef(false);
  const done = () => {
    dirty.current = false;
    onClose();
  };
  const close = async () => {
    const question = {
      type: 'warning',
      title: t('adminRules.discard'),
      text: t('adminRules.discardText'),
      confirmLabel: t('adminRules.discardConfirm'),
      cancelLabel: t('adminRules.keepEditing'),
      danger: true,
    } as const;
    if (!dirty.current || (await confirm(question))) done();
  };
  const title = edited?.rule ? edited.rule.name : t('adminRules.create');
  return (
    <Drawer
      opened={edited !== null}
      onClose={() => void close()}
      title={title}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '94%' : 520}
      {...(phone && { offset: 0 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.drawer ?? '', body: styles.drawerBody ?? '' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      {edited && (
        <RuleForm
          key={edited.rule?.ruleId ?? ''}
          rule={edited.rule}
          edits={edits}
          onDirty={(is) => {
            dirty.current = is;
          }}
          onCancel={() => void close()}
          onDone={done}
        />
      )}
    </Drawer>
  );
}
