import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { t } from '../i18n/index.ts';
import styles from './Breadcrumb.module.css';
import shared from './shared.module.css';

export interface Crumb {
  /** Null: the top of the space. */
  id: string | null;
  name: string;
}

interface BreadcrumbProps {
  crumbs: readonly Crumb[];
  /** The list of spaces above this one. */
  home?: { name: string; onOpen(): void } | undefined;
  /** Shown at the end of the row; a phone shows them in the folder's toolbar instead. */
  tools?: ReactNode;
  onOpen(id: string | null): void;
  compact: boolean;
}

interface Step {
  key: string;
  name: string;
  /** The drop target's folder id; '' is the top of the space. */
  folderId?: string;
  open(): void;
}

/** The last crumb is the title. Crumbs that do not fit collapse into one menu after the first. */
export function Breadcrumb({ crumbs, home, tools, onOpen, compact }: BreadcrumbProps) {
  const title = crumbs.at(-1);
  const above: readonly Step[] = [
    ...(home ? [{ key: 'home', name: home.name, open: () => home.onOpen() }] : []),
    ...crumbs.slice(0, -1).map(({ id, name }) => ({ key: id ?? 'top', name, folderId: id ?? '', open: () => onOpen(id) })),
  ];
  const parent = above.at(-1);
  // On a phone the top bar already shows the title.
  if (compact) {
    return (
      <>
        <VisuallyHidden component="h1">{title?.name}</VisuallyHidden>
        {parent && (
          <nav className={styles.crumbs} aria-label={t('files.breadcrumb')}>
            <button type="button" className={styles.upOne} title={parent.name} onClick={parent.open}>
              <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
              <span className={shared.cut}>{parent.name}</span>
            </button>
          </nav>
        )}
      </>
    );
  }
  const shown = 3;
  const hidden = above.length > shown ? above.slice(1, above.length - shown + 1) : [];
  const direct = above.filter((step) => !hidden.includes(step));
  const way = (
    <nav className={styles.crumbs} aria-label={t('files.breadcrumb')}>
      {direct.map((step, index) => (
        <Fragment key={step.key}>
          <button
            type="button"
            className={styles.crumb}
            title={step.name}
            data-folder-id={step.folderId}
            data-folder-name={step.name}
            onClick={step.open}
          >
            {step.name}
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
                    <Menu.Item key={one.key} onClick={one.open}>
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
  if (!tools) return way;
  return (
    <div className={styles.crumbRow}>
      {way}
      {tools}
    </div>
  );
}
