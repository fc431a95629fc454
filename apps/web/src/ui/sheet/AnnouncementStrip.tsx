import { ActionIcon } from '@mantine/core';
import { Megaphone, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { currentLanguage, t } from '../../i18n/index.ts';
import { usePhone } from '../use-media.ts';
import { useMinute } from '../use-minute.ts';
import { closedAnnouncements } from './closed-announcements.ts';
import styles from './Sheet.module.css';

const hourMs = 3_600_000;
/** Longer texts may be cut, and can be shown in full. */
const shortText = 60;

/** A strip on top of the sheet with what everybody is told, until the reader closes this text. Its first line is its title. */
export function AnnouncementStrip() {
  const announcement = useCurrentUser()?.announcement ?? null;
  const closed = closedAnnouncements.use();
  const [whole, setWhole] = useState(false);
  const now = useMinute();
  const phone = usePhone();
  const textId = useId();
  if (!announcement || closed === JSON.stringify(announcement.text)) return null;
  if (now < Date.parse(announcement.from) || now >= Date.parse(announcement.to)) return null;
  const soon = announcement.stopsAt !== null && now >= Date.parse(announcement.stopsAt) - hourMs;
  const text = announcement.text[currentLanguage()];
  const [title, ...rest] = text.split('\n');
  const isLong = rest.length > 1 || text.length > shortText;
  return (
    <div className={styles.announcement} role="region" aria-label={t('shell.announcement')} data-soon={soon || undefined}>
      <Megaphone size={16} strokeWidth={1.75} aria-hidden />
      <p id={textId} data-whole={whole || undefined}>
        {rest.length > 0 ? <strong>{title}</strong> : title}
        {rest.length > 0 && ` ${rest.join('\n')}`}
      </p>
      {isLong && (
        <button type="button" aria-expanded={whole} aria-controls={textId} onClick={() => setWhole(!whole)}>
          {t(whole ? 'shell.announcementLess' : 'shell.announcementMore')}
        </button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={phone ? 'lg' : 'md'}
        aria-label={t('shell.closeAnnouncement')}
        onClick={() => closedAnnouncements.close(JSON.stringify(announcement.text))}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
