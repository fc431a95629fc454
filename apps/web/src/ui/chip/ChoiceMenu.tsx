import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Chip } from './Chip.tsx';
import styles from './Chip.module.css';
import { Tick } from './Tick.tsx';

interface ChoiceMenuProps<Value> {
  /** Names the setting; shown while the default is selected. */
  label: string;
  value: Value;
  /** The default value. */
  defaultValue: Value;
  choices: readonly { value: Value; text: string }[];
  /** Set when a choice's text explains itself, as a sort's does: then the label is not read out before it. */
  plain?: boolean;
  onChoose(value: Value): void;
}

/** A chip that opens a single-choice menu. */
export function ChoiceMenu<Value extends string | number | null>({
  label,
  value,
  defaultValue,
  choices,
  plain,
  onChoose,
}: ChoiceMenuProps<Value>) {
  const chosen = value === defaultValue ? undefined : choices.find((one) => one.value === value);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Chip on={chosen !== undefined} aria-label={chosen && !plain ? `${label}: ${chosen.text}` : undefined}>
          <span className={styles.text}>{chosen?.text ?? label}</span>
          <ChevronDown size={14} aria-hidden />
        </Chip>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((one) => (
          <Menu.Item key={one.value} leftSection={<Tick on={one.value === value} />} onClick={() => onChoose(one.value)}>
            {one.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
