import { Button, Skeleton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { calls, limits, mayGive, spaceKindOf, type Giver, type Instance, type ShareDetail, type ShareLevel } from '@alcove/contract';
import { fileRoles } from '../../api/current-user.ts';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { kindOf } from '../../items/file-kind.ts';
import type { Chosen } from '../people/chosen.ts';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { saveList, tellFailure, tellOutcomes } from './share-actions.ts';
import { asChosen, changesBetween, dayOf, endOfDay } from './share-changes.ts';
import { isLevel, roleOptions } from './share-roles.ts';
import { shareDetail, sharingChanged } from './sharing-queries.ts';
import styles from './sharing.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ShareDialogProps {
  /** With one item, its recipients are shown and can be changed; with several, recipients can only be added. */
  items: readonly Instance[];
  /** The id of someone else's share that the reader manages. */
  manages?: string;
  onClose(): void;
}

/** Shares items with people and departments, and shows who has access. */
export default function ShareDialog({ items, manages, onClose }: ShareDialogProps) {
  const [first] = items;
  const phone = usePhone();
  if (!first) return null;
  const name = first.instanceName;
  const title =
    items.length > 1
      ? t('sharing.shareSeveral', { n: items.length })
      : manages === undefined
        ? t('sharing.shareOne', { name })
        : t('sharing.manageOne', { name });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={880}
      padding={0}
      fullScreen={phone}
      classNames={{ header: styles.head ?? '', title: styles.titleBox ?? '', body: styles.dialog ?? '', content: styles.content ?? '' }}
      title={
        <span className={styles.title}>
          <FileIcon kind={items.length === 1 ? kindOf({ ...first, shared: true }) : 'folderShared'} />
          <span>{title}</span>
        </span>
      }
    >
      {items.length === 1 ? <Existing item={first} manages={manages} onClose={onClose} /> : <ShareForm items={items} onClose={onClose} />}
    </Dialog>
  );
}

function Existing({ item, manages, onClose }: { item: Instance; manages: string | undefined; onClose(): void }) {
  const { data, error, refetch } = useQuery(shareDetail(item.instanceId, manages));
  if (error && !data)
    return (
      <div className={styles.failed}>
        <ErrorState title={t('sharing.loadFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <div className={styles.waiting} tabIndex={-1} data-autofocus aria-busy>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={28} />
        ))}
      </div>
    );
  return <ShareForm items={[item]} detail={data} manages={manages} onClose={onClose} />;
}

interface ShareFormProps {
  items: readonly Instance[];
  detail?: ShareDetail;
  manages?: string | undefined;
  onClose(): void;
}

const everyLevel: readonly ShareLevel[] = ['viewOnly', 'download', 'edit', 'manager'];

function ShareForm({ items, detail, manages, onClose }: ShareFormProps) {
  // The recipients when the dialog opened, or after an import: changes are computed against them.
  const [base, setBase] = useState(() => asChosen(detail?.users ?? []));
  const [value, setValue] = useState<readonly Chosen[]>(base);
  const [day, setDay] = useState(() => dayOf(detail?.expireTime ?? null));
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const [importing, setImporting] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [item] = items;
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const { given, taken } = changesBetween(base, value);
  const dayChanged = day !== dayOf(detail?.expireTime ?? null);
  const past = dayChanged && day !== '' && day < today;
  const there = detail?.fileSharingId !== null && detail !== undefined;
  const ready = given.length > 0 || taken.length > 0 || (dayChanged && base.length > 0);
  const about = { instanceId: item?.instanceId ?? '', ...(manages !== undefined && { fileSharingId: manages }) };
  const offered = detail?.mayGive ?? everyLevel.filter((level) => items.every((one) => mayGive(fileRoles(), 'share', giverOf(one), level)));
  const roles = roleOptions([...offered, ...base.flatMap(({ role }) => (isLevel(role) ? [role] : []))]);

  const submit = async (): Promise<void> => {
    setBusy(true);
    const end = dayChanged && { expireTime: endOfDay(day) };
    const said = message.trim() !== '' && { message: message.trim() };
    try {
      if (!detail) {
        const instanceIds = items.map(({ instanceId }) => instanceId);
        const outcomes = await call(calls.innerSharing.create, { instanceIds, members: given, ...end, ...said });
        if (tellOutcomes(outcomes, (n) => t('sharing.sharesDone', { n }))) onClose();
        return;
      }
      // Additions go first: a share without recipients, even for a moment, would end.
      if (given.length > 0 || end) await call(calls.innerSharing.create, { ...about, members: given, ...end, ...said });
      if (taken.length > 0) await call(calls.innerSharing.remove, { ...about, members: taken });
      toast.success(there ? t('sharing.saved') : t('sharing.shareDone', { name: detail.instanceName }));
      onClose();
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
      sharingChanged();
    }
  };
  const afterImport = async (): Promise<void> => {
    setImporting(null);
    try {
      const users = asChosen((await call(calls.innerSharing.querySharingUsers, about)).users);
      const chosen = new Map(value.map((one) => [one.id, one]));
      const known = new Set(base.map(({ id }) => id));
      setBase(users);
      setValue([...value, ...users.filter(({ id }) => !chosen.has(id) && !known.has(id))]);
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !past && !busy) void submit();
      }}
    >
      {items.length > 1 && <p className={styles.note}>{t('sharing.several', { n: items.length })}</p>}
      {detail && (
        <p className={styles.owner}>
          <Avatar id={detail.initiator.userId} name={detail.initiator.name} size={20} />
          <span>{t('sharing.ownerRow', { name: detail.initiator.name })}</span>
        </p>
      )}
      <PeoplePicker value={value} onChange={setValue} roles={roles} />
      <div className={styles.more}>
        <DayField
          label={t('sharing.end')}
          hint={t('sharing.endHint')}
          value={day === '' ? null : day}
          min={today}
          error={past && t('sharing.endPast')}
          onChange={(chosen) => setDay(chosen ?? '')}
        />
        <Textarea
          label={t('sharing.message')}
          description={t('sharing.messageHint')}
          value={message}
          rows={1}
          maxLength={limits.shareMessageLength}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </div>
      <footer className={styles.foot}>
        {detail && (
          <span className={styles.lists}>
            <Button variant="subtle" color="gray" size="xs" leftSection={<FileUp {...icon} />} onClick={() => input.current?.click()}>
              {t('sharing.import')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<FileSpreadsheet {...icon} />}
              onClick={() => void saveList({ ...about, template: '1' })}
            >
              {t('sharing.template')}
            </Button>
            {there && (
              <Button variant="subtle" color="gray" size="xs" leftSection={<Download {...icon} />} onClick={() => void saveList(about)}>
                {t('sharing.export')}
              </Button>
            )}
          </span>
        )}
        <span className={styles.grow} />
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={!ready || past}>
          {there ? t('sharing.save') : t('sharing.submit')}
        </Button>
      </footer>
      <input
        ref={input}
        type="file"
        accept=".xls,.xlsx"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          setImporting(event.currentTarget.files?.[0] ?? null);
          event.currentTarget.value = '';
        }}
      />
      {importing && <ImportDialog file={importing} about={about} onClose={() => setImporting(null)} onDone={() => void afterImport()} />}
    </form>
  );
}

/** An estimate from the list's data; the server decides by the sharer's own rights. */
const giverOf = ({ instanceType, fileAuth }: Instance): Giver => ({ spaceKind: spaceKindOf(instanceType), items: fileAuth });
