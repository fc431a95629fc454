import { Kbd, Menu, Tooltip } from '@mantine/core';
import { BookOpen, CircleHelp, FileText, Keyboard, Library, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { currentLanguage, t } from '../i18n/index.ts';
import { shortcutsOpen } from '../features/keyboard-shortcuts/shortcuts-view.ts';
import { useSignInWays } from '../features/identity/sign-in-ways.ts';
import { basePath } from '../api/paths.ts';
import styles from './Header.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Help docs, public docs and feedback if they are configured; always the agreement. */
export function HelpMenu() {
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={t('shell.help')} disabled={opened}>
          <button type="button" className={styles.button} aria-label={t('shell.help')}>
            <CircleHelp size={17} strokeWidth={1.75} aria-hidden />
          </button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <HelpItems />
        <Menu.Item leftSection={<Keyboard {...icon} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={() => shortcutsOpen.set(true)}>
          {t('keyboardShortcuts.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function HelpItems() {
  const links = useSignInWays()?.links;
  const agreement = `${basePath}/${currentLanguage() === 'en-US' ? 'userServiceAgreementEnglish' : 'userServiceAgreement'}`;
  return (
    <>
      {links?.helpDocs && <Outside href={links.helpDocs} icon={<BookOpen {...icon} />} label={t('shell.helpDocs')} />}
      {links?.publicDocs && <Outside href={links.publicDocs} icon={<Library {...icon} />} label={t('shell.publicDocs')} />}
      {links?.feedback && <Outside href={links.feedback} icon={<MessageSquareText {...icon} />} label={t('shell.feedback')} />}
      <Outside href={agreement} icon={<FileText {...icon} />} label={t('shell.userAgreement')} />
    </>
  );
}

/** An entry that opens in a new tab, so that it does not interrupt running transfers. */
export function Outside({ href, icon: drawn, label }: { href: string; icon: React.ReactNode; label: string }) {
  return (
    <Menu.Item component="a" href={href} target="_blank" rel="noopener noreferrer" leftSection={drawn}>
      {label}
    </Menu.Item>
  );
}
