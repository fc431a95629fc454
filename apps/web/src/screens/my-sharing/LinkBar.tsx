import { CalendarClock, Copy, QrCode, Unlink } from 'lucide-react';
import type { Link } from '@alcove/contract';
import { copyRefusal } from '../../features/links/copy-links.ts';
import { t } from '../../i18n/index.ts';
import { ActionBar, BarAction } from '../item-list/ActionBar.tsx';
import type { LinkActions } from './link-menu.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface LinkBarProps {
  links: readonly Link[];
  offline: boolean;
  actions: LinkActions;
  onClear(): void;
}

/** The actions on all selected links. */
export function LinkBar({ links, offline, actions, onClear }: LinkBarProps) {
  const refused = offline ? t('files.offlineReason') : undefined;
  const closed = links.length > 0 ? copyRefusal(links) : undefined;
  return (
    <ActionBar label={t('links.bar')} count={links.length} onClear={onClear}>
      <BarAction label={t('links.copyLinks')} refused={closed} onClick={() => actions.copyLinks(links)}>
        <Copy {...icon} />
      </BarAction>
      <BarAction label={t('links.extend')} refused={refused} onClick={() => actions.extend(links)}>
        <CalendarClock {...icon} />
      </BarAction>
      <BarAction label={t('links.qrCodes')} refused={closed} onClick={() => actions.qrCodes(links)}>
        <QrCode {...icon} />
      </BarAction>
      <BarAction label={t('links.withdraw')} danger refused={refused} onClick={() => actions.withdraw(links)}>
        <Unlink {...icon} />
      </BarAction>
    </ActionBar>
  );
}
