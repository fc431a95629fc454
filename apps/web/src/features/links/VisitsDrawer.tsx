import { ActionIcon, Button, Drawer, TextInput, Tooltip } from '@mantine/core';
import { Copy, Download, Lock, LockOpen, PencilLine, Unlink, X } from 'lucide-react';
import type { Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { useOnline } from '../../ui/use-online.ts';
import { copyLinks, copyRefusal } from './copy-links.ts';
import { exportVisits } from './export-visits.ts';
import { withdrawLinks } from './link-actions.ts';
import { linkDialogs } from './link-dialogs.ts';
import { kindOfLink } from './kind-of-link.ts';
import { linkSummary } from './link-words.ts';
import { Visits } from './Visits.tsx';
import styles from './visits.module.css';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface VisitsDrawerProps {
  link: Link | null;
  onClose(): void;
}

/** Who came through a link, when, from where, and what they took: a second sheet beside the list, and a bottom sheet on a phone. */
export function VisitsDrawer({ link, onClose }: VisitsDrawerProps) {
  const phone = usePhone();
  if (phone)
    return (
      <Drawer
        opened={link !== null}
        onClose={onClose}
        position="bottom"
        offset={0}
        size="86%"
        padding={0}
        title={link?.name}
        closeButtonProps={{ 'aria-label': t('links.close') }}
        classNames={{ content: styles.sheet ?? '', header: styles.sheetHead ?? '', body: styles.sheetBody ?? '', title: styles.cut ?? '' }}
      >
        {link && <Content link={link} onClose={onClose} />}
      </Drawer>
    );
  if (!link) return null;
  return (
    <Sheet aside aria-label={t('links.visitors')}>
      <header className={styles.head}>
        <FileIcon kind={kindOfLink(link)} size={22} />
        <h2 className={styles.name} title={link.name}>
          {link.name}
        </h2>
        <Tooltip label={t('links.close')}>
          <ActionIcon aria-label={t('links.close')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <Content link={link} onClose={onClose} />
    </Sheet>
  );
}

function Content({ link, onClose }: { link: Link; onClose(): void }) {
  const offline = !useOnline();
  const now = useMinute();
  const refused = copyRefusal([link]);
  const Guard = link.passwordSet ? Lock : LockOpen;
  return (
    <>
      <div className={styles.about}>
        <div className={styles.addressLine}>
          <TextInput
            className={styles.addressField ?? ''}
            aria-label={t('links.address')}
            readOnly
            size="xs"
            value={link.url}
            classNames={{ input: styles.address ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Copy {...icon} />}
            disabled={refused !== undefined}
            title={refused}
            onClick={() => void copyLinks([link])}
          >
            {t('links.copy')}
          </Button>
        </div>
        <p className={styles.summary}>
          <Guard size={12} strokeWidth={1.75} aria-hidden />
          <span>{linkSummary(link, now)}</span>
        </p>
      </div>
      <dl className={styles.figures}>
        <Figure name={t('links.columnVisits')}>
          {link.visitLimit === null
            ? link.visits.toLocaleString('en-US')
            : t('links.visitsLimited', { n: link.visits, limit: link.visitLimit })}
        </Figure>
        <Figure name={t('links.columnDownloads')}>{link.downloads.toLocaleString('en-US')}</Figure>
        <Figure name={t('links.columnSaves')}>{link.saves.toLocaleString('en-US')}</Figure>
      </dl>
      <Visits key={link.linkPath} linkPath={link.linkPath} />
      <div className={styles.foot}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Download {...icon} />}
          disabled={offline || link.visits === 0}
          onClick={() => void exportVisits(link)}
        >
          {t('links.export')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<PencilLine {...icon} />}
          disabled={offline}
          onClick={() => linkDialogs.open({ kind: 'change', link })}
        >
          {t('links.change')}
        </Button>
        <span className={styles.grow} />
        <Button
          size="xs"
          variant="default"
          color="red"
          leftSection={<Unlink {...icon} />}
          disabled={offline}
          onClick={() => void withdrawLinks([link]).then((ended) => ended && onClose())}
        >
          {t('links.withdraw')}
        </Button>
      </div>
    </>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
