import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import styles from './all-files.module.css';

interface ChoiceMenuProps<Value> {
  /** What it is about, while the usual holds. */
  label: string;
  value: Value | null;
  /** Where nothing in particular is chosen. */
  usual?: Value | null;
  choices: readonly { value: Value | null; text: string }[];
  onChoose(value: Value | null): void;
}

/** A chip that opens a list of which one holds. */
export function ChoiceMenu<Value>({ label, value, usual = null, choices, onChoose }: ChoiceMenuProps<Value>) {
  const chosen = choices.find((one) => one.value === value);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.chip} data-on={value !== usual || undefined}>
          {value === usual ? label : chosen?.text}
          <ChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((one) => (
          <Menu.Item
            key={one.text}
            leftSection={one.value === value ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />}
            onClick={() => onChoose(one.value)}
          >
            {one.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
