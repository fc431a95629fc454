import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { calls, type FileLook, type ManagedFile } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { roleOf } from '../../features/access-report/role-of.ts';
import { PreviewFrom } from '../../features/preview/PreviewFrom.tsx';
import { lookOnly } from '../../features/preview/preview-source.tsx';
import { formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { lookedAccess } from './managed-query.ts';
import preview from '../../features/preview/preview.module.css';
import styles from './admin-files.module.css';

const sourceOf = (lookId: string) =>
  lookOnly(({ instanceId }, { transcode }) => ({
    queryKey: ['admin', 'look', lookId, 'preview', transcode === true],
    queryFn: ({ signal }) =>
      call(calls.adminFile.preview, { instanceId, lookId, ...(transcode === true && { transcode: 'true' as const }) }, { signal }),
  }));

interface LookedFileProps {
  item: ManagedFile;
  look: FileLook;
  onClose(): void;
}

/** What an administrator gave a reason for: its content, and who has access. */
export function LookedFile({ item, look, onClose }: LookedFileProps) {
  const phone = usePhone();
  const source = useMemo(() => sourceOf(look.lookId), [look.lookId]);
  const shown = { instanceId: item.instanceId, version: 1, fileAuth: [] };
  return (
    <Modal
      opened
      onClose={onClose}
      size={1080}
      fullScreen={phone}
      title={item.instanceName}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <p className={styles.caption} role="status">
        {t(look.told ? 'adminFiles.toldUntil' : 'adminFiles.untoldUntil', { time: formatTime(look.expireTime), name: item.owner.name })}
      </p>
      <div className={styles.look} data-phone={phone || undefined}>
        {item.classifierId === 'File' && (
          <div className={`${styles.stage} ${preview.embedded}`} data-mantine-color-scheme="dark">
            <PreviewFrom source={source} item={shown} name={item.instanceName} />
          </div>
        )}
        <section aria-label={t('accessReport.who')}>
          <h3 className={styles.caption}>{t('accessReport.who')}</h3>
          <Access instanceId={item.instanceId} lookId={look.lookId} />
        </section>
      </div>
    </Modal>
  );
}

function Access(of: { instanceId: string; lookId: string }) {
  const { data, error, refetch } = useQuery(lookedAccess(of));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  return (
    <ul className={styles.people}>
      {data.items.map((entry) => (
        <li className={styles.line} key={`${entry.subject.id} ${entry.kind} ${entry.grant?.on.instanceId ?? ''}`}>
          {entry.subject.kind === 'department' ? (
            <Building2 size={18} strokeWidth={1.75} aria-hidden />
          ) : (
            <Avatar id={entry.subject.id} name={entry.subject.name} size={20} />
          )}
          <span className={styles.cut} title={entry.subject.name}>
            {entry.subject.name}
          </span>
          <span>{roleOf(entry)}</span>
        </li>
      ))}
    </ul>
  );
}
