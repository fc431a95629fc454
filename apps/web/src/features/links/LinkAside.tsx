import { Badge, Button } from '@mantine/core';
import { CircleX, ExternalLink, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { knownPassword } from './known-passwords.ts';
import { openAsVisitor } from './link-actions.ts';
import { LinkOpened } from './LinkOpened.tsx';
import { reasonText } from './link-words.ts';
import { StateTag } from './StateTag.tsx';
import { VerificationSteps, type Before } from './VerificationSteps.tsx';
import styles from './links.module.css';

interface LinkAsideProps {
  /** Null before the link is made. */
  link: Link | null;
  before: Before | undefined;
}

/** Beside the form: how far the verification is, why the link is closed, or the open link itself. */
export function LinkAside({ link, before }: LinkAsideProps) {
  const refused = before?.refused[0];
  const reason = link && (link.state === 'expired' || link.state === 'failed') ? reasonText(link) : '';
  return (
    <aside className={styles.aside} aria-label={t('links.review')}>
      <div className={styles.asideHead}>
        <span>{link?.state === 'valid' ? t('links.entry') : t('links.review')}</span>
        {link ? <StateTag state={link.state} /> : <Badge className={styles.tag ?? ''}>{t('links.stateNew')}</Badge>}
      </div>
      {link?.state === 'valid' ? (
        <LinkOpened link={link} />
      ) : (
        <>
          <VerificationSteps steps={link?.steps ?? []} state={link?.state ?? null} before={before} />
          <span className={styles.grow} />
          {!link && refused && <Note tone="bad">{t('links.refusedBefore', { name: refused.instanceName, rule: refused.rule })}</Note>}
          {reason !== '' && <Note tone="bad">{reason}</Note>}
          {link?.state === 'verifying' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<ExternalLink size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => openAsVisitor(link)}
            >
              {t('links.openPage')}
            </Button>
          )}
          {link?.state === 'verifying' && <Note tone="quiet">{t('links.mayClose')}</Note>}
          {link?.state === 'verifying' && knownPassword(link.linkPath) !== undefined && <Note tone="quiet">{t('links.passwordOnce')}</Note>}
        </>
      )}
    </aside>
  );
}

function Note({ tone, children }: { tone: 'bad' | 'quiet'; children: ReactNode }) {
  const Icon = tone === 'bad' ? CircleX : ShieldCheck;
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
