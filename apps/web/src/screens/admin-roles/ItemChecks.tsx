import { Checkbox, Tooltip } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import type { ItemGroup } from './item-groups.ts';
import { changeOf } from './role-draft.ts';
import styles from './roles.module.css';

interface ItemChecksProps<Item extends string> {
  /** Names the whole for screen readers. */
  label: string;
  groups: readonly ItemGroup<Item>[];
  nameOf(item: Item): string;
  before: readonly Item[];
  now: readonly Item[];
  disabled: boolean;
  /** Why one item cannot be changed, or undefined. */
  refusal?(item: Item): string | undefined;
  onToggle(item: Item): void;
}

/** Items as check boxes by group. What differs from the saved role carries + or −. */
export function ItemChecks<Item extends string>(props: ItemChecksProps<Item>) {
  const { label, groups, nameOf, before, now, disabled, refusal, onToggle } = props;
  return (
    <div role="group" aria-label={label}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={t(group.label)} className={styles.group}>
          <span className={styles.groupName} aria-hidden>
            {t(group.label)}
          </span>
          <div className={styles.items}>
            {group.items.map((item) => {
              const refused = refusal?.(item);
              return (
                <span key={item} className={styles.item}>
                  <Tooltip label={refused} disabled={refused === undefined}>
                    <Checkbox
                      label={nameOf(item)}
                      checked={now.includes(item)}
                      disabled={disabled || refused !== undefined}
                      onChange={() => onToggle(item)}
                    />
                  </Tooltip>
                  <Delta change={changeOf(item, before, now)} />
                </span>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

function Delta({ change }: { change: ReturnType<typeof changeOf> }) {
  if (!change) return null;
  const Icon = change === 'gained' ? Plus : Minus;
  return (
    <span className={styles.delta} data-change={change} role="img" aria-label={t(`adminRoles.${change}`)}>
      <Icon size={11} strokeWidth={2.6} aria-hidden />
    </span>
  );
}
