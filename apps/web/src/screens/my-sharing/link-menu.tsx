import {
  CalendarClock,
  Copy,
  ExternalLink,
  Eye,
  FolderSearch,
  MessageSquareText,
  PencilLine,
  QrCode,
  TextCursorInput,
  Unlink,
} from 'lucide-react';
import type { Link } from '@alcove/contract';
import { copyRefusal, openRefusal } from '../../features/links/copy-links.ts';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';

export interface LinkActions {
  copyLinks(links: readonly Link[]): void;
  copyMessage(link: Link): void;
  change(link: Link): void;
  rename(link: Link): void;
  visitors(link: Link): void;
  open(link: Link): void;
  locate(link: Link): void;
  extend(links: readonly Link[]): void;
  qrCodes(links: readonly Link[]): void;
  withdraw(links: readonly Link[]): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu; with several selected it leaves out single-link entries. */
export function linkEntries(links: readonly Link[], offline: boolean, actions: LinkActions): MenuEntry[] {
  const [link] = links;
  if (!link) return [];
  const one = links.length === 1;
  const refused = offline ? t('files.offlineReason') : undefined;
  const closed = copyRefusal(links);
  const over = link.state === 'failed' || link.state === 'expired';
  const entries: MenuEntry[] = [
    {
      id: 'copy',
      label: one ? t('links.copyLink') : t('links.copyLinks'),
      icon: <Copy {...icon} />,
      keys: 'Ctrl C',
      quick: true,
      refused: closed,
      onClick: () => actions.copyLinks(links),
    },
  ];
  if (one)
    entries.push(
      {
        id: 'message',
        label: t('links.copyMessage'),
        icon: <MessageSquareText {...icon} />,
        refused: closed,
        onClick: () => actions.copyMessage(link),
      },
      {
        id: 'change',
        label: over ? t('links.resubmit') : t('links.change'),
        icon: <PencilLine {...icon} />,
        quick: true,
        refused,
        onClick: () => actions.change(link),
      },
      {
        id: 'visitors',
        label: t('links.visitors'),
        icon: <Eye {...icon} />,
        keys: 'Enter',
        quick: true,
        onClick: () => actions.visitors(link),
      },
      {
        id: 'rename',
        label: t('links.rename'),
        icon: <TextCursorInput {...icon} />,
        keys: 'F2',
        refused,
        onClick: () => actions.rename(link),
      },
    );
  entries.push(
    { id: 'extend', label: t('links.extend'), icon: <CalendarClock {...icon} />, refused, onClick: () => actions.extend(links) },
    {
      id: 'qrCodes',
      label: one ? t('links.qrCode') : t('links.qrCodes'),
      icon: <QrCode {...icon} />,
      refused: closed,
      onClick: () => actions.qrCodes(links),
    },
  );
  if (one)
    entries.push(
      {
        id: 'open',
        label: t('links.openPage'),
        icon: <ExternalLink {...icon} />,
        refused: openRefusal(link),
        onClick: () => actions.open(link),
      },
      {
        id: 'locate',
        label: t('links.locate'),
        icon: <FolderSearch {...icon} />,
        refused: link.reason === 'deleted' ? t('links.reasonDeleted') : refused,
        onClick: () => actions.locate(link),
      },
    );
  entries.push({
    id: 'withdraw',
    label: t('links.withdraw'),
    icon: <Unlink {...icon} />,
    keys: 'Del',
    danger: true,
    divided: true,
    refused,
    onClick: () => actions.withdraw(links),
  });
  return entries;
}
