import { Button, Skeleton } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { adminItems, type AdminItem, type PermissionItem, type PreviewedItem } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { itemName } from '../../features/access-report/item-names.ts';
import { adminItemNames } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { EffectPeople } from './EffectPeople.tsx';
import type { PreviewState, RoleItem } from './role-preview-queries.ts';
import styles from './effects.module.css';

const isAdminItem = (item: RoleItem): item is AdminItem => (adminItems as readonly string[]).includes(item);
export const roleItemName = (item: RoleItem): string => (isAdminItem(item) ? t(adminItemNames[item]) : itemName(item as PermissionItem));

interface RoleEffectsProps {
  state: PreviewState;
  kind: 'company' | 'file';
}

/** Who would gain and who would lose what: a card for each item that the change adds or takes. */
export function RoleEffects({ state, kind }: RoleEffectsProps) {
  const [opened, setOpened] = useState<PreviewedItem<RoleItem> | null>(null);
  if (state.status === 'none') return <p className={styles.quiet}>{t('adminRoles.noChanges')}</p>;
  if (state.status === 'loading')
    return (
      <div aria-busy role="status" aria-label={t('adminRoles.previewing')}>
        {[0, 1].map((card) => (
          <div key={card} className={styles.card}>
            <Skeleton height={18} width="60%" />
            <Skeleton height={18} mt={10} />
          </div>
        ))}
      </div>
    );
  if (state.status === 'failed')
    return (
      <div className={styles.card} role="alert">
        <p className={styles.failed}>{t('adminRoles.previewFailed')}</p>
        <p className={styles.quiet}>{failureMessage(state.error, t('errors.unknown'))}</p>
        <Button variant="default" size="xs" onClick={state.retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  const { preview, exportAll } = state;
  return (
    <>
      {preview.items.map((one) => (
        <Card key={`${one.item} ${one.change}`} of={one} kind={kind} onOpen={() => setOpened(one)} />
      ))}
      {preview.people > 0 && (
        <Button variant="default" size="xs" onClick={() => void exportAll()}>
          {t('adminRoles.exportPeople', { n: preview.people })}
        </Button>
      )}
      {opened && <EffectPeople of={opened} preview={preview} onExport={exportAll} onClose={() => setOpened(null)} />}
    </>
  );
}

const mark = { size: 11, strokeWidth: 2.6, 'aria-hidden': true } as const;

function Card({ of, kind, onOpen }: { of: PreviewedItem<RoleItem>; kind: 'company' | 'file'; onOpen(): void }) {
  const { item, change, people, unaffected, first } = of;
  const gains = change === 'gained';
  const rest = people - first.length;
  return (
    <section className={styles.card} aria-label={roleItemName(item)}>
      <div className={styles.cardHead}>
        <span className={styles.delta} data-change={change}>
          {gains ? <Plus {...mark} /> : <Minus {...mark} />}
          {t(gains ? 'adminRoles.gain' : 'adminRoles.lose')}
        </span>
        <span className={styles.item}>{roleItemName(item)}</span>
        <span className={styles.count}>{t('adminRoles.peopleCount', { n: people })}</span>
      </div>
      {people > 0 && (
        <div className={styles.people}>
          {first.map(({ userId, name }) => (
            <span key={userId} className={styles.person}>
              <Avatar id={userId} name={name} size={18} />
              <span className={styles.name}>{name}</span>
            </span>
          ))}
          {rest > 0 && (
            <button type="button" className={styles.more} onClick={onOpen}>
              {t('adminRoles.morePeople', { n: rest })}
            </button>
          )}
        </div>
      )}
      {unaffected > 0 && (
        <p className={styles.quiet}>
          {t(kind === 'file' ? 'adminRoles.unaffected' : gains ? 'adminRoles.haveAlready' : 'adminRoles.keep', { n: unaffected })}
        </p>
      )}
      {item === 'copy' && !gains && people > 0 && <p className={styles.warned}>{t('adminRoles.sharesStop')}</p>}
    </section>
  );
}
