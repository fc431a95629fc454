import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Building2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { calls, type FileLook, type ManagedFile } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { roleOf } from '../../features/access-report/role-of.ts';
import { PreviewFrom } from '../../features/preview/PreviewFrom.tsx';
import { lookOnly } from '../../features/preview/preview-source.tsx';
import { formatTime, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { LookedFolder } from './LookedFolder.tsx';
import { downloadLooked } from './managed-actions.ts';
import { lookedAccess } from './managed-query.ts';
import preview from '../../features/preview/preview.module.css';
import styles from './admin-files.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
type Shown = Pick<ManagedFile, 'instanceId' | 'instanceName'>;
const sourceOf = (lookId: string) =>
  lookOnly(({ instanceId }, { transcode }) => ({
    queryKey: ['admin', 'look', lookId, 'preview', transcode === true],
    queryFn: ({ signal }) =>
      call(calls.adminFile.preview, { instanceId, lookId, ...(transcode === true && { transcode: 'true' as const }) }, { signal }),
  }));

interface LookedFileProps {
  item: ManagedFile;
  look: FileLook;
  /** The look is for downloading, too. */
  downloads: boolean;
  onClose(): void;
}

/** What an administrator gave a reason for: its content, for a folder all below it, and who has access. */
export function LookedFile({ item, look, downloads, onClose }: LookedFileProps) {
  const phone = usePhone();
  const source = useMemo(() => sourceOf(look.lookId), [look.lookId]);
  const [shown, setShown] = useState<Shown | null>(item.classifierId === 'File' ? item : null);
  const [path, setPath] = useState<readonly Shown[]>([]);
  return (
    <Dialog opened onClose={onClose} size={1080} fullScreen={phone} title={item.instanceName}>
      <p className={styles.caption} role="status">
        {t(look.told ? 'adminFiles.toldUntil' : 'adminFiles.untoldUntil', { time: formatTime(look.expireTime), name: item.owner.name })}
      </p>
      <div className={styles.look} data-phone={phone || undefined}>
        {shown ? (
          <div className={styles.content}>
            {shown.instanceId !== item.instanceId && (
              <div className={styles.shownHead}>
                <Button variant="subtle" color="gray" size="xs" leftSection={<ArrowLeft {...icon} />} onClick={() => setShown(null)}>
                  {t('common.back')}
                </Button>
                <span className={styles.cut}>{shown.instanceName}</span>
              </div>
            )}
            <div className={`${styles.stage} ${preview.embedded}`} data-mantine-color-scheme="dark">
              <PreviewFrom source={source} item={{ instanceId: shown.instanceId, version: 1, fileAuth: [] }} name={shown.instanceName} />
            </div>
          </div>
        ) : (
          <LookedFolder
            top={item}
            path={path}
            look={look}
            onPath={setPath}
            onFile={setShown}
            {...(downloads && { onDownload: (file) => void downloadLooked(file, look) })}
          />
        )}
        <section aria-label={t('accessReport.who')}>
          <h3 className={styles.caption}>{t('accessReport.who')}</h3>
          <Access instanceId={item.instanceId} lookId={look.lookId} />
        </section>
      </div>
    </Dialog>
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
