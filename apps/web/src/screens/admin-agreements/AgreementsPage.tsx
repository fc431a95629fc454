import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, History, Pencil, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { calls, type AgreementDocument, type AgreementState } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { agreementName, noteText } from '../../features/agreements/agreement-words.ts';
import { formatTime, t, utcOffset } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { agreementStates } from './agreement-admin-queries.ts';
import { DraftDrawer } from './DraftDrawer.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import styles from './agreements.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

type Opened = { what: 'draft' | 'history'; document: AgreementDocument };

/** The agreements: their versions and drafts, and how many people have accepted. */
export default function AgreementsPage() {
  const { data, error, refetch } = useQuery(agreementStates);
  const [opened, setOpened] = useState<Opened | null>(null);
  const held = useCurrentUser()?.adminItems ?? [];
  const edits = held.includes('agreements.edit');
  const close = () => setOpened(null);
  return (
    <ListScreen title={t('adminAgreements.title')}>
      <div className={styles.page}>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows />)}
        {data && <Acceptance {...data.people} exports={held.includes('agreements.export')} />}
        {data && !edits && <p className={styles.hint}>{t('adminAgreements.readOnly')}</p>}
        <ul className={styles.list}>
          {data?.documents.map((state) => (
            <Agreement key={state.document} state={state} edits={edits} onOpen={(what) => setOpened({ what, document: state.document })} />
          ))}
        </ul>
      </div>
      <DraftDrawer
        state={(opened?.what === 'draft' && data?.documents.find(({ document }) => document === opened.document)) || null}
        onClose={close}
      />
      <HistoryDrawer document={opened?.what === 'history' ? opened.document : null} onClose={close} />
    </ListScreen>
  );
}

function Acceptance({ total, accepted, exports }: { total: number; accepted: number; exports: boolean }) {
  const percent = total > 0 ? Math.floor((accepted / total) * 100) : 100;
  const facts = { accepted: accepted.toLocaleString(), total: total.toLocaleString() };
  return (
    <section className={styles.acceptance} aria-label={t('adminAgreements.people')}>
      <div className={styles.figure}>
        <strong>{t(accepted < total ? 'adminAgreements.accepted' : 'adminAgreements.acceptedAll', facts)}</strong>
        <span className={styles.bar} aria-hidden>
          <i style={{ width: `${percent}%` }} />
        </span>
      </div>
      <Button variant="default" component={Link} to="/admin/agreements/people" leftSection={<Users {...icon} />}>
        {t('adminAgreements.waiting', { n: total - accepted })}
      </Button>
      {exports && (
        <Button
          variant="default"
          leftSection={<Download {...icon} />}
          onClick={() => void saveFile(calls.adminAgreement.exportPeople, { utcOffset: utcOffset() })}
        >
          {t('adminAgreements.export')}
        </Button>
      )}
    </section>
  );
}

interface AgreementProps {
  state: AgreementState;
  edits: boolean;
  onOpen(what: Opened['what']): void;
}

function Agreement({ state: { document, latest, draft }, edits, onOpen }: AgreementProps) {
  const name = agreementName(document);
  const note = noteText(latest.note);
  const by = latest.by
    ? t('adminAgreements.publishedBy', { name: latest.by.name, time: formatTime(latest.time) })
    : t('adminAgreements.sample');
  return (
    <li className={styles.agreement} aria-label={name}>
      <div className={styles.facts}>
        <h2>
          {name} <Badge variant="light">{t('adminAgreements.version', { number: latest.number })}</Badge>
        </h2>
        <span>{by}</span>
        {note && <span>{note}</span>}
        {draft && <span className={styles.draft}>{t('adminAgreements.draftBy', { name: draft.name, time: formatTime(draft.time) })}</span>}
      </div>
      <Button variant="default" leftSection={<History {...icon} />} onClick={() => onOpen('history')}>
        {t('adminAgreements.history')}
      </Button>
      {edits && (
        <Button variant="default" leftSection={<Pencil {...icon} />} onClick={() => onOpen('draft')}>
          {t(draft ? 'adminAgreements.editDraft' : 'adminAgreements.edit')}
        </Button>
      )}
    </li>
  );
}
