import { useQuery } from '@tanstack/react-query';
import { calls, type ScimPlatform, type ScimRequest, type ScimState } from '@alcove/contract';
import { call, failureMessage } from '../../../api/index.ts';
import { formatFullTime, formatTime, t } from '../../../i18n/index.ts';
import { SideDrawer } from '../../../ui/drawer/SideDrawer.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state/index.ts';
import { Figures } from '../../../ui/figures/Figures.tsx';
import { Hint } from '../../../ui/form-parts/FormParts.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { platformsChanged } from '../platform-queries.ts';
import { LetThrough } from '../sync/LetThrough.tsx';
import { scimChanged, scimStateQuery } from './scim-queries.ts';
import styles from '../sync/sync.module.css';

interface ScimDrawerProps {
  /** Null: closed. */
  platform: ScimPlatform | null;
  edits: boolean;
  onClose(): void;
}

/** What a platform has pushed, and what it was refused. */
export const ScimDrawer = ({ platform, edits, onClose }: ScimDrawerProps) => (
  <SideDrawer opened={platform !== null} title={t('adminScim.title', { name: platform?.name ?? '' })} width={860} onClose={onClose}>
    {platform && <Content key={platform.platformId} platformId={platform.platformId} edits={edits} />}
  </SideDrawer>
);

function Content({ platformId, edits }: { platformId: string; edits: boolean }) {
  const { data, error, refetch } = useQuery(scimStateQuery(platformId));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  const { people, frozen, groups, frozenLately, requests } = data;
  return (
    <div className={styles.content}>
      <Hint>{t('adminScim.readOnly')}</Hint>
      <Held state={data} platformId={platformId} edits={edits} />
      <Figures
        figures={[
          { label: t('adminScim.people'), value: people },
          { label: t('adminScim.groups'), value: groups },
          { label: t('adminScim.frozen'), value: frozen },
          { label: t('adminScim.frozenLately'), value: frozenLately, bad: true },
        ]}
      />
      {requests.length > 0 ? (
        <Requests requests={requests} />
      ) : (
        <EmptyState object="key" title={t('adminScim.nothing')} text={t('adminScim.nothingText')} />
      )}
    </div>
  );
}

/** The brake holds the platform, or was let go for a while. */
function Held({
  state: { held, releasedUntil, frozenLately },
  platformId,
  edits,
}: {
  state: ScimState;
  platformId: string;
  edits: boolean;
}) {
  if (!held) return releasedUntil === null ? null : <Hint>{t('adminScim.released', { time: formatTime(releasedUntil) })}</Hint>;
  const release = async (syncReason: string): Promise<void> => {
    try {
      await call(calls.adminPlatform.releaseScim, { platformId, syncReason });
      toast.success(t('adminScim.letThroughDone'));
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      scimChanged();
      platformsChanged();
    }
  };
  return (
    <LetThrough
      title={t('adminScim.heldTitle', { n: frozenLately })}
      text={t('adminScim.heldText')}
      label={t('adminScim.letThrough')}
      question={{
        title: t('adminScim.letThroughTitle'),
        text: t('adminScim.letThroughText'),
        confirmLabel: t('adminScim.letThroughShort'),
      }}
      edits={edits}
      onLetThrough={release}
    />
  );
}

const deeds = { POST: 'made', PUT: 'replaced', PATCH: 'changed', DELETE: 'deleted' } as const;
const deedOf = ({ method }: ScimRequest): string =>
  method in deeds ? t(`adminScim.${deeds[method as keyof typeof deeds]}`) : t('adminScim.asked');

const Requests = ({ requests }: { requests: readonly ScimRequest[] }) => (
  // It scrolls, so the keyboard must reach it.
  <div className={styles.table} tabIndex={0} role="region" aria-label={t('adminScim.requests')}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('adminScim.time')}</th>
          <th scope="col">{t('adminScim.what')}</th>
          <th scope="col">{t('adminScim.about')}</th>
          <th scope="col">{t('adminScim.result')}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((one) => (
          <tr key={`${one.time} ${one.method} ${one.name}`}>
            <td className={styles.when}>{formatFullTime(one.time)}</td>
            <td>
              <span className={styles.tag} data-change={one.failure === null ? 'change' : 'conflict'}>
                {deedOf(one)}
              </span>
            </td>
            <td className={styles.mono}>{one.name || one.resource}</td>
            <td>{one.failure === null ? t('adminScim.done') : t('adminScim.refused', { status: one.status, why: one.failure })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
