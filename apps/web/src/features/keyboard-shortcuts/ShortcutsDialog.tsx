import { Kbd, Switch } from '@mantine/core';
import { t, type PlainKey } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { letterKeys } from '../../ui/letter-keys.ts';
import { useStore } from '../../ui/store.ts';
import styles from './keyboard-shortcuts.module.css';

const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Actions and their alternative keys; `letter` marks a single-letter shortcut. */
const keys: readonly { text: PlainKey; keys: readonly string[]; letter?: true }[] = [
  { text: 'keyboardShortcuts.move', keys: ['↑', '↓'] },
  { text: 'keyboardShortcuts.extend', keys: ['Shift ↑', 'Shift ↓'] },
  { text: 'keyboardShortcuts.select', keys: ['Space'] },
  { text: 'keyboardShortcuts.all', keys: [`${command} A`] },
  { text: 'keyboardShortcuts.open', keys: ['Enter'] },
  { text: 'keyboardShortcuts.up', keys: ['Backspace', 'Alt ↑'] },
  { text: 'keyboardShortcuts.rename', keys: ['F2'] },
  { text: 'keyboardShortcuts.remove', keys: ['Del'] },
  { text: 'keyboardShortcuts.clipboard', keys: [`${command} C`, `${command} X`, `${command} V`] },
  { text: 'keyboardShortcuts.undo', keys: [`${command} Z`] },
  { text: 'keyboardShortcuts.menu', keys: ['Shift F10'] },
  { text: 'keyboardShortcuts.escape', keys: ['Esc'] },
  { text: 'keyboardShortcuts.search', keys: [`${command} K`, '/'] },
  { text: 'keyboardShortcuts.favourite', keys: ['S'], letter: true },
  { text: 'keyboardShortcuts.drawer', keys: ['I'], letter: true },
  { text: 'keyboardShortcuts.upload', keys: ['U'], letter: true },
  { text: 'keyboardShortcuts.newFolder', keys: ['N'], letter: true },
  { text: 'keyboardShortcuts.view', keys: ['V'], letter: true },
  { text: 'keyboardShortcuts.transfers', keys: ['T'], letter: true },
  { text: 'keyboardShortcuts.preview', keys: ['←', '→', '+', '-', '0', 'R', 'F'] },
  { text: 'keyboardShortcuts.document', keys: [`${command} F`, `${command} P`] },
  { text: 'keyboardShortcuts.list', keys: ['?'], letter: true },
];

/** The keyboard shortcuts of lists (look.md 9), and the setting for single-letter ones. */
export default function KeysDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const letters = useStore(letterKeys);
  return (
    <Dialog opened={opened} onClose={onClose} size={640} title={t('keyboardShortcuts.title')}>
      <dl className={styles.keys}>
        {keys.map(({ text, keys: names, letter }) => (
          <div key={text} className={styles.key} data-off={(letter && !letters) || undefined} data-wide={names.length > 4 || undefined}>
            <dt>{t(text)}</dt>
            <dd>
              {names.map((name) => (
                <Kbd key={name} size="xs">
                  {name}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        data-autofocus
        checked={letters}
        label={t('keyboardShortcuts.letters')}
        description={t('keyboardShortcuts.lettersHint')}
        onChange={(event) => letterKeys.change(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
