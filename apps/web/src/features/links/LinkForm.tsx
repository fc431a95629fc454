import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Copy, Unlink } from 'lucide-react';
import { useRef, useState } from 'react';
import { calls, failures, limits, type Link } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { allowed } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { copyRefusal, copyWithPassword } from './copy-links.ts';
import { drawPassword } from './draw-password.ts';
import { knownPassword, rememberPassword } from './known-passwords.ts';
import { cancelShare, withdrawLinks } from './link-actions.ts';
import { changesOf, creationOf, draftOf, faultsOf, newDraft, type DraftFault, type LinkDraft, type LinkField } from './link-draft.ts';
import { beforeSharing, linksChanged, linkStatus } from './link-queries.ts';
import { LinkAside } from './LinkAside.tsx';
import { LinkSettings } from './LinkSettings.tsx';
import styles from './links.module.css';

export interface LinkedTo {
  instanceId: string;
  name: string;
  folder: boolean;
}

interface LinkFormProps {
  to: LinkedTo;
  /** The link that is changed; null to create one. */
  before: Link | null;
  onDenied(error: CallFailed): void;
  onClose(): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const faultText = (fault: DraftFault): string =>
  ({
    nameEmpty: () => t('links.nameEmpty'),
    peopleMissing: () => t('links.peopleMissing'),
    endMissing: () => t('links.endMissing'),
    endPast: () => t('links.endPast'),
    endOver: () => t('links.endOver'),
    endFar: () => t('links.endFar', { n: limits.linkYears }),
    passwordWrong: () => t('links.passwordWrong', limits.linkPassword),
    visitLimitWrong: () => t('links.visitLimitWrong', { most: limits.linkVisits }),
    visitLimitOver: () => t('links.visitLimitOver'),
    permissionMissing: () => t('links.permissionMissing'),
  })[fault]();

/** The form's field for a field of the request; null for those that the form does not show by themselves. */
function formField(field: string | undefined): LinkField | null {
  const [name = ''] = (field ?? '').split(/[.[]/);
  const others: Record<string, LinkField> = { validity: 'expireTime', visitorType: 'userIds' };
  const known: readonly string[] = ['name', 'userIds', 'expireTime', 'password', 'visitLimit', 'permissions', 'note'] satisfies LinkField[];
  return others[name] ?? (known.includes(name) ? (name as LinkField) : null);
}

const isGone = (error: unknown): boolean => error instanceof CallFailed && error.errcode === failures.LINK_GONE.errcode;

/** The settings, the verification and the buttons. Once the link is made, the same form changes it. */
export function LinkForm({ to, before, onDenied, onClose }: LinkFormProps) {
  const [kept, setKept] = useState(before);
  const [draft, setDraft] = useState<LinkDraft>(() =>
    before ? draftOf(before) : newDraft(drawPassword(allowed().linkRules.linkPasswordLength), allowed().linkRules),
  );
  const [faults, setFaults] = useState<Partial<Record<LinkField, string>>>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const offline = !useOnline();
  const status = useQuery({ ...linkStatus(kept?.linkPath ?? ''), enabled: kept !== null });
  const rules = useQuery({ ...beforeSharing(to.instanceId), enabled: kept === null && to.instanceId !== '' });
  const gone = kept !== null && isGone(status.error);
  const link: Link | null = kept && { ...kept, ...status.data };
  const changes = link && changesOf(draft, link);
  const closed = link?.state === 'expired' || link?.state === 'failed';
  const dirty = changes !== null && Object.keys(changes).length > 0;

  const change = (next: Partial<LinkDraft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setFaults({});
    setRefused('');
  };
  const show = (found: Partial<Record<LinkField, string>>) => {
    setFaults(found);
    const [first] = Object.keys(found);
    const part = first === undefined ? null : form.current?.querySelector(`[data-field=${first}]`);
    part?.querySelector<HTMLElement>('input:not([type=checkbox]), textarea, input')?.focus();
  };
  const send = async (): Promise<Link> =>
    link
      ? call(calls.link.createOrUpdate, { linkPath: link.linkPath, ...changesOf(draft, link) })
      : call(calls.link.createOrUpdate, creationOf(draft, to.instanceId));
  const submit = async () => {
    const found = Object.entries(faultsOf(draft, link, new Date()));
    if (found.length > 0) return show(Object.fromEntries(found.map(([field, fault]) => [field, faultText(fault)])));
    setBusy(true);
    try {
      const saved = await send();
      const { password } = draft;
      rememberPassword(saved.linkPath, password.kind === 'new' ? password.text : password.kind === 'none' ? null : undefined);
      setKept(saved);
      setDraft(draftOf(saved));
      const created = saved.state === 'verifying' ? t('links.createdVerifying') : t('links.created');
      toast.success(link ? t('links.saved') : created);
    } catch (error) {
      const field = error instanceof CallFailed ? formField(error.field) : null;
      const denied = error instanceof CallFailed && error.errcode === failures.LINK_NOT_ALLOWED.errcode;
      if (denied && field === null) return onDenied(error);
      // The person may share the item, but not let visitors do what they may not do themselves.
      const message = denied ? t('links.permissionBeyond') : failureMessage(error, t('errors.unknown'));
      if (field) show({ [field]: message });
      else setRefused(message);
    } finally {
      setBusy(false);
      linksChanged();
    }
  };
  const end = async () => {
    if (link && (await (link.state === 'verifying' ? cancelShare(link) : withdrawLinks([link])))) onClose();
  };
  if (gone)
    return (
      <>
        <p className={styles.gone} role="alert">
          {t('links.gone')}
        </p>
        <footer className={styles.foot}>
          <span className={styles.grow} />
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </footer>
      </>
    );
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !offline) void submit();
      }}
    >
      <div className={styles.sides} tabIndex={-1} data-autofocus>
        <LinkSettings draft={draft} link={link} named={before !== null} folder={to.folder} faults={faults} onChange={change} />
        <LinkAside link={link} before={rules.data} />
      </div>
      {refused !== '' && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <footer className={styles.foot}>
        <span className={styles.fact}>{t('links.counted')}</span>
        <span className={styles.grow} />
        {link ? (
          <Button
            variant="default"
            {...(link.state !== 'verifying' && { color: 'red', leftSection: <Unlink {...icon} /> })}
            disabled={offline}
            onClick={() => void end()}
          >
            {link.state === 'verifying' ? t('links.cancelShare') : t('links.withdraw')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        )}
        {!link || dirty || closed ? (
          <Button type="submit" loading={busy} disabled={offline}>
            {!link ? t('links.create') : closed ? t('links.resubmitNow') : t('links.saveChanges')}
          </Button>
        ) : (
          <Button
            leftSection={<Copy {...icon} />}
            disabled={copyRefusal([link]) !== undefined}
            title={copyRefusal([link])}
            onClick={() => void copyWithPassword(link)}
          >
            {knownPassword(link.linkPath) === undefined ? t('links.copyLink') : t('links.copyBoth')}
          </Button>
        )}
      </footer>
    </form>
  );
}
