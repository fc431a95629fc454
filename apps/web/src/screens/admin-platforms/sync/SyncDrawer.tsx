import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Platform } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';
import { SideDrawer } from '../../../ui/drawer/SideDrawer.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state/index.ts';
import { RunHistory } from './RunHistory.tsx';
import { RunView } from './RunView.tsx';
import { SyncControls } from './SyncControls.tsx';
import { isOpen, syncStateQuery } from './sync-queries.ts';
import styles from './sync.module.css';

interface SyncDrawerProps {
  /** Null: closed. */
  platform: Platform | null;
  edits: boolean;
  onClose(): void;
}

/** How a directory is synchronised, what its latest run found, and the runs before. */
export const SyncDrawer = ({ platform, edits, onClose }: SyncDrawerProps) => (
  <SideDrawer opened={platform !== null} title={t('adminSync.title', { name: platform?.name ?? '' })} width={860} onClose={onClose}>
    {platform && <Content key={platform.platformId} platform={platform} edits={edits} />}
  </SideDrawer>
);

function Content({ platform, edits }: { platform: Platform; edits: boolean }) {
  const { data, error, refetch } = useQuery(syncStateQuery(platform.platformId));
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  const [latest] = data.runs;
  const shown = (latest && isOpen(latest) ? latest : data.runs.find(({ runId }) => runId === chosen)) ?? latest;
  return (
    <div className={styles.content}>
      <SyncControls platform={platform} settings={data} running={latest !== undefined && isOpen(latest)} edits={edits} />
      {shown ? (
        <RunView key={shown.runId} run={shown} platformId={platform.platformId} edits={edits} />
      ) : (
        <EmptyState object="key" title={t('adminSync.never')} text={t('adminSync.neverText')} />
      )}
      {data.runs.length > 1 && <RunHistory runs={data.runs} shown={shown?.runId ?? null} onChoose={setChosen} />}
    </div>
  );
}
