import { Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, type ImportedRow } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { tellFailure } from './share-actions.ts';
import { roleName } from './share-roles.ts';
import { sharingChanged } from './sharing-queries.ts';
import styles from './sharing.module.css';

interface ImportDialogProps {
  file: File;
  about: { instanceId: string; fileSharingId?: string };
  onClose(): void;
  onDone(): void;
}

/** The outcome for each row of an Excel list; people who can be added are added with one more click. */
export function ImportDialog({ file, about, onClose, onDone }: ImportDialogProps) {
  const [busy, setBusy] = useState(false);
  // Each file is read once: another file opens a new dialog.
  const { data, error, refetch } = useQuery({
    queryKey: ['sharing', 'import', about.instanceId, file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => call(calls.innerSharing.checkUploadUser, { ...about, file }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const { given } = await call(calls.innerSharing.uploadUsers, { ...about, file });
      toast.success(t('sharing.imported', { n: given }));
      onDone();
    } catch (failed) {
      tellFailure(failed);
      setBusy(false);
    } finally {
      sharingChanged();
    }
  };
  const usable = data?.usable ?? 0;
  const problems = (data?.rows.length ?? 0) - usable;
  return (
    <Dialog opened onClose={onClose} size={640} title={t('sharing.importTitle')}>
      {error && !data ? (
        <ErrorState title={file.name} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className={styles.reading}>
          <Loader size={22} aria-label={t('common.loading')} />
        </div>
      ) : (
        <>
          <p className={styles.found} role="status">
            {data.rows.length === 0 ? t('sharing.importNone') : foundText(usable, problems)}
          </p>
          {data.rows.length > 0 && <Rows rows={data.rows} />}
          <Group justify="flex-end" gap={8} mt={20}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button loading={busy} disabled={usable === 0} onClick={() => void add()}>
              {t('sharing.importAdd', { n: usable })}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}

/** Rows with problems come first, because they need attention. */
function Rows({ rows }: { rows: readonly ImportedRow[] }) {
  const sorted = rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null) || a.row - b.row);
  return (
    <div className={styles.sheet} tabIndex={0} role="region" aria-label={t('sharing.importTitle')}>
      <table>
        <thead>
          <tr>
            <th>{t('sharing.importRow')}</th>
            <th>{t('sharing.importWho')}</th>
            <th>{t('sharing.importWhere')}</th>
            <th>{t('sharing.importResult')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ row, account, name, department, member, problem }) => (
            <tr key={row}>
              <td>{row}</td>
              <td>{member ? `${member.name} (${member.accountName})` : [account, name].filter(Boolean).join(' / ') || '—'}</td>
              <td>{member?.path.join(' / ') || department || '—'}</td>
              <td data-problem={problem ? true : undefined}>{problem?.text ?? (member && roleName(member.role))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Leaves out a part whose count is zero. */
const foundText = (usable: number, problems: number): string =>
  [
    ...(usable > 0 ? [t('sharing.importFound', { n: usable })] : []),
    ...(problems > 0 ? [t('sharing.importProblems', { n: problems })] : []),
  ].join(t('sharing.importAnd'));
