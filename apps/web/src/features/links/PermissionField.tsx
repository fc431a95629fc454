import { Checkbox, Tooltip } from '@mantine/core';
import { linkPermissions, type LinkPermission } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Labelled } from './Labelled.tsx';
import { pressed } from './link-draft.ts';
import styles from './link-form.module.css';

interface PermissionFieldProps {
  value: readonly LinkPermission[];
  folder: boolean;
  error: string | undefined;
  onChange(next: LinkPermission[]): void;
}

/** What visitors may do. Uploading stands alone: what excludes it is disabled, and it disables the others, with the reason. */
export function PermissionField({ value, folder, error, onChange }: PermissionFieldProps) {
  const collects = value.includes('upload');
  const refusalOf = (one: LinkPermission): string | undefined => {
    if (one === 'upload' && !folder) return t('links.uploadFolder');
    return (one === 'upload') === collects || value.length === 0 ? undefined : t('links.uploadAlone');
  };
  const hint = collects ? t('links.uploadHint') : value.includes('edit') ? t('links.editHint') : t('links.uploadAlone');
  return (
    <Labelled field="permissions" label={t('links.mayDo')} hint={hint} error={error}>
      <div className={styles.checks} role="group" aria-label={t('links.mayDo')}>
        {linkPermissions.map((one) => {
          const refused = refusalOf(one);
          return (
            <Tooltip key={one} label={refused} disabled={refused === undefined}>
              <span>
                <Checkbox
                  label={t(`links.${one}`)}
                  checked={value.includes(one)}
                  disabled={refused !== undefined}
                  onChange={() => onChange(pressed(value, one))}
                />
              </span>
            </Tooltip>
          );
        })}
      </div>
    </Labelled>
  );
}
