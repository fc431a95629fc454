import { ActionIcon, Menu } from '@mantine/core';
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './Breadcrumb.module.css';
import shared from './shared.module.css';

export interface Crumb {
  /** Null: the top of the space. */
  id: string | null;
  name: string;
}

/** The last crumb is the title; what does not fit on the way there goes into one menu after the first. */
export function Breadcrumb({ crumbs, onOpen, compact }: { crumbs: readonly Crumb[]; onOpen(id: string | null): void; compact: boolean }) {
  const title = crumbs.at(-1);
  const parent = crumbs.at(-2);
  // On a phone the top bar has the title already.
  if (compact && parent) {
    return (
      <nav className={styles.crumbs} aria-label={t('files.breadcrumb')}>
        <button type="button" className={styles.upOne} title={parent.name} onClick={() => onOpen(parent.id)}>
          <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
          <span className={shared.cut}>{parent.name}</span>
        </button>
      </nav>
    );
  }
  const above = crumbs.slice(0, -1);
  const shown = 3;
  const hidden = above.length > shown ? above.slice(1, above.length - shown + 1) : [];
  const direct = above.filter((crumb) => !hidden.includes(crumb));
  return (
    <nav className={styles.crumbs} aria-label={t('files.breadcrumb')}>
      {direct.map((crumb, index) => (
        <Fragment key={crumb.id ?? 'top'}>
          <button type="button" className={styles.crumb} title={crumb.name} onClick={() => onOpen(crumb.id)}>
            {crumb.name}
          </button>
          <ChevronRight className={styles.separator} size={14} aria-hidden />
          {index === 0 && hidden.length > 0 && (
            <>
              <Menu>
                <Menu.Target>
                  <ActionIcon size="sm" aria-label={t('files.hiddenFolders')}>
                    <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {hidden.map((one) => (
                    <Menu.Item key={one.id} onClick={() => onOpen(one.id)}>
                      {one.name}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
              <ChevronRight className={styles.separator} size={14} aria-hidden />
            </>
          )}
        </Fragment>
      ))}
      <h1 className={styles.title} title={title?.name} aria-current="page">
        {title?.name}
      </h1>
    </nav>
  );
}
