import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Copy, Ellipsis, Eye, PencilLine, QrCode, Unlink } from 'lucide-react';
import type { Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { useOnline } from '../../ui/use-online.ts';
import { copyLinks, copyMessage, copyRefusal, openRefusal } from './copy-links.ts';
import { openAsVisitor, withdrawLinks } from './link-actions.ts';
import { linkDialogs } from './link-dialogs.ts';
import { leftText, reasonText, stepAt, stepName } from './link-words.ts';
import { StateTag } from './StateTag.tsx';
import styles from './links.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** One link of an item: its state, whose it is, and what can be done with it. */
export function LinkLine({ link }: { link: Link }) {
  const offline = !useOnline();
  const now = useMinute();
  const refused = copyRefusal([link]);
  const { name } = link;
  const own = link.creator === null;
  return (
    <li className={styles.line}>
      <StateTag state={link.state} />
      <span className={styles.lineText}>
        <span className={styles.cut} title={name}>
          {link.creator === null ? name : t('links.byColleague', { name: link.creator.name })}
        </span>
        <span className={styles.lineFact}>{factOf(link, now)}</span>
      </span>
      {own && (
        <>
          <Tooltip label={refused ?? t('links.copyLink')}>
            <ActionIcon
              size="sm"
              aria-label={t('links.copyLinkOf', { name })}
              {...(refused !== undefined && { 'aria-disabled': true, 'data-refused': true })}
              onClick={() => refused === undefined && void copyLinks([link])}
            >
              <Copy {...icon} />
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size="sm" aria-label={t('links.moreOf', { name })}>
                <Ellipsis {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<PencilLine {...icon} />} onClick={() => linkDialogs.open({ kind: 'change', link })}>
                {t('links.change')}
              </Menu.Item>
              <Menu.Item leftSection={<Copy {...icon} />} disabled={refused !== undefined} onClick={() => void copyMessage(link)}>
                {t('links.copyMessage')}
              </Menu.Item>
              <Menu.Item
                leftSection={<QrCode {...icon} />}
                disabled={refused !== undefined}
                onClick={() => linkDialogs.open({ kind: 'qrCodes', links: [link] })}
              >
                {t('links.qrCode')}
              </Menu.Item>
              <Menu.Item leftSection={<Eye {...icon} />} disabled={openRefusal(link) !== undefined} onClick={() => openAsVisitor(link)}>
                {t('links.openPage')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <Tooltip label={t('links.withdraw')}>
        <ActionIcon
          size="sm"
          color="red"
          aria-label={t('links.withdrawOf', { name })}
          disabled={offline}
          onClick={() => void withdrawLinks([link], { others: !own })}
        >
          <Unlink {...icon} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function factOf(link: Link, now: number): string {
  if (link.state === 'valid') return [leftText(link, now), t('links.visitsOf', { n: link.visits })].join(' · ');
  const step = stepAt(link.steps);
  return link.state === 'verifying' ? (step ? stepName(step.step) : '') : reasonText(link);
}
