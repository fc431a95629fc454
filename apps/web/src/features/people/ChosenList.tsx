import { ActionIcon, Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ChevronUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { VirtualRows } from '../../ui/virtual-rows/VirtualRows.tsx';
import { removed, type Chosen } from './chosen.ts';
import { Picture, wholePath } from './ChoiceFace.tsx';
import { reachedBy } from './people-queries.ts';
import { chosenRowHeight } from './row-heights.ts';
import shared from './people.module.css';
import styles from './ChosenList.module.css';

export interface RoleOption {
  value: string;
  label: string;
}

interface ChosenListProps {
  value: readonly Chosen[];
  onChange(next: readonly Chosen[]): void;
  roles?: readonly RoleOption[] | undefined;
}

/** The selection with its roles, and how many people it reaches. On a phone it is a bar with the count that expands. */
export function ChosenList({ value, onChange, roles }: ChosenListProps) {
  const phone = usePhone();
  const bodyId = useId();
  const [unfolded, setUnfolded] = useState(false);
  const shown = !phone || unfolded;
  const title = t('departments.chosen', { count: value.length });
  return (
    <section className={styles.chosen} aria-label={title}>
      <header className={styles.head}>
        {phone ? (
          <button
            type="button"
            className={styles.countBar}
            aria-expanded={unfolded}
            aria-controls={unfolded ? bodyId : undefined}
            onClick={() => setUnfolded(!unfolded)}
          >
            <b>{title}</b>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden data-open={unfolded || undefined} />
          </button>
        ) : (
          <b>{title}</b>
        )}
        {value.length > 0 && shown && (
          <span className={styles.tools}>
            {roles && (
              <>
                <small aria-hidden>{t('departments.setAll')}</small>
                <RoleSelect
                  label={t('departments.setAll')}
                  roles={roles}
                  value={sharedRole(value)}
                  placeholder={t('departments.mixedRoles')}
                  onRole={(role) => onChange(value.map((one) => ({ ...one, role })))}
                />
              </>
            )}
            <Button variant="subtle" color="gray" size={phone ? 'lg' : 'xs'} onClick={() => onChange([])}>
              {t('departments.removeAll')}
            </Button>
          </span>
        )}
      </header>
      {shown && (
        <div id={bodyId} className={styles.body}>
          {value.length === 0 ? (
            <p className={shared.note}>{t('departments.noneChosen')}</p>
          ) : (
            <VirtualRows role="list" aria-label={title} count={value.length} rowHeight={chosenRowHeight} className={styles.list}>
              {(index) => {
                const one = value[index];
                return (
                  one && (
                    <div role="listitem" className={styles.row}>
                      <Picture choice={one} size={28} />
                      <span className={styles.text}>
                        <span title={one.name}>{one.name}</span>
                        <small title={wholePath(one.path)}>
                          {one.kind === 'person' ? wholePath(one.path) : t('departments.newMembersToo')}
                        </small>
                      </span>
                      {roles && (
                        <RoleSelect
                          label={t('departments.roleOf', { name: one.name })}
                          roles={roles}
                          value={one.role ?? null}
                          onRole={(role) => onChange(value.map((other) => (other.id === one.id ? { ...other, role } : other)))}
                        />
                      )}
                      <ActionIcon
                        size={phone ? 'xl' : 'sm'}
                        aria-label={t('departments.remove', { name: one.name })}
                        onClick={() => onChange(removed(value, one.id))}
                      >
                        <X size={15} strokeWidth={1.75} aria-hidden />
                      </ActionIcon>
                    </div>
                  )
                );
              }}
            </VirtualRows>
          )}
        </div>
      )}
      <Reached value={value} />
    </section>
  );
}

const sharedRole = (value: readonly Chosen[]): string | null =>
  value.every((one) => one.role === value[0]?.role) ? (value[0]?.role ?? null) : null;

interface RoleSelectProps {
  label: string;
  roles: readonly RoleOption[];
  value: string | null;
  placeholder?: string;
  onRole(role: string): void;
}

function RoleSelect({ label, roles, value, placeholder, onRole }: RoleSelectProps) {
  return (
    <Select
      size={usePhone() ? 'lg' : 'xs'}
      w={112}
      className={styles.role}
      aria-label={label}
      placeholder={placeholder}
      data={[...roles]}
      value={value}
      comboboxProps={{ width: 160, position: 'bottom-end' }}
      onChange={(role) => role !== null && onRole(role)}
    />
  );
}

/** How many people the selection reaches, or why it is refused. */
function Reached({ value }: { value: readonly Chosen[] }) {
  const [settled] = useDebouncedValue(value, 280);
  const of = (kind: Chosen['kind']) => settled.filter((one) => one.kind === kind).map((one) => one.id);
  const { data, error } = useQuery(reachedBy(of('person'), of('department')));
  if (value.length === 0) return null;
  if (error)
    return (
      <p className={shared.refusal} role="alert">
        {failureMessage(error, t('errors.unknown'))}
      </p>
    );
  return (
    <p className={shared.note} role="status">
      {data && t('departments.reached', { count: data.people })}
    </p>
  );
}
