import { Kbd, Modal, Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { t, type PlainKey } from '../../i18n/index.ts';
import { letterKeys } from '../../ui/letter-keys.ts';
import styles from './keyboard-shortcuts.module.css';

const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** What each does, and the keys that do it, one beside the other; `letter`: a single character. */
const keys: readonly { text: PlainKey; keys: readonly string[]; letter?: true }[] = [
  { text: 'keys.move', keys: ['↑', '↓'] },
  { text: 'keys.extend', keys: ['Shift ↑', 'Shift ↓'] },
  { text: 'keys.select', keys: ['Space'] },
  { text: 'keys.all', keys: [`${command} A`] },
  { text: 'keys.open', keys: ['Enter'] },
  { text: 'keys.up', keys: ['Backspace', 'Alt ↑'] },
  { text: 'keys.rename', keys: ['F2'] },
  { text: 'keys.remove', keys: ['Del'] },
  { text: 'keys.clipboard', keys: [`${command} C`, `${command} X`, `${command} V`] },
  { text: 'keys.undo', keys: [`${command} Z`] },
  { text: 'keys.menu', keys: ['Shift F10'] },
  { text: 'keys.escape', keys: ['Esc'] },
  { text: 'keys.search', keys: [`${command} K`, '/'] },
  { text: 'keys.favourite', keys: ['S'], letter: true },
  { text: 'keys.drawer', keys: ['I'], letter: true },
  { text: 'keys.upload', keys: ['U'], letter: true },
  { text: 'keys.newFolder', keys: ['N'], letter: true },
  { text: 'keys.view', keys: ['V'], letter: true },
  { text: 'keys.transfers', keys: ['T'], letter: true },
  { text: 'keys.preview', keys: ['←', '→', '+', '-', '0', 'R', 'F'] },
  { text: 'keys.document', keys: [`${command} F`, `${command} P`] },
  { text: 'keys.list', keys: ['?'], letter: true },
];

/** The keys of the lists (look.md 9), and the switch for the single ones. */
export default function KeysDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const letters = useSyncExternalStore(letterKeys.subscribe, letterKeys.on);
  return (
    <Modal opened={opened} onClose={onClose} size={640} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
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
        label={t('keys.letters')}
        description={t('keys.lettersHint')}
        onChange={(event) => letterKeys.change(event.currentTarget.checked)}
      />
    </Modal>
  );
}
