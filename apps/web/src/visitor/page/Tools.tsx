import { ArrowDownUp, ArrowLeft, ChevronRight, Copy, Ellipsis, LayoutGrid, List, QrCode, Search, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { LinkContent } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { sortedBy } from '../list/Listing.tsx';
import type { Step } from '../list/trail.ts';
import { go, sortFields, type Place, type SortField } from '../link/place.ts';
import { IconButton } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { copyLink } from '../actions/copy-link.ts';
import styles from './Tools.module.css';

interface ToolsProps {
  content: LinkContent;
  place: Place;
  trail: readonly Step[];
  /** What is counted: the items of the folder, or what was found. */
  counted: string;
  phone: boolean;
  view: 'list' | 'grid';
  typed: string;
  field: RefObject<HTMLInputElement | null>;
  /** What adds something to the folder, if the link allows it. */
  add?: ReactNode;
  onType(text: string): void;
  onView(view: 'list' | 'grid'): void;
  onQr(): void;
}

const sortNames: Record<SortField, PlainKey> = {
  instanceName: 'files.sortName',
  updateTime: 'files.sortUpdated',
  fileSize: 'files.sortSize',
};

/** Above the list: where one is, the search in the share, and how it is shown. */
export function Tools(props: ToolsProps) {
  const { content, place, trail, counted, phone, view, onView, onQr } = props;
  const inside = place.keyword === '' && trail.length > 0;
  const sort = sortFields.map((field) => {
    const checked = place.sortField === field;
    return {
      label: t(sortNames[field]),
      checked,
      onClick: () => go(sortedBy(field, checked && place.sortOrder === 'asc'), { replace: true }),
    };
  });
  return (
    <div className={styles.tools}>
      {phone && <SearchField {...props} />}
      <div className={styles.row}>
        {inside ? (
          <Trail trail={trail} root={content.name} phone={phone} />
        ) : (
          <p className={styles.counted} role="status">
            {counted}
          </p>
        )}
        {!phone && <SearchField {...props} />}
        {props.add}
        {(phone || view === 'grid') && (
          <MenuButton label={t('files.sort')} entries={sort}>
            <ArrowDownUp {...icon} />
          </MenuButton>
        )}
        <IconButton label={t(view === 'list' ? 'files.grid' : 'files.list')} onClick={() => onView(view === 'list' ? 'grid' : 'list')}>
          {view === 'list' ? <LayoutGrid {...icon} /> : <List {...icon} />}
        </IconButton>
        <MenuButton
          label={t('visitor.pageMenu')}
          entries={[
            { label: t('visitor.copyLink'), icon: <Copy {...icon} />, onClick: () => void copyLink() },
            { label: t('visitor.qrCode'), icon: <QrCode {...icon} />, onClick: onQr },
          ]}
        >
          <Ellipsis {...icon} />
        </MenuButton>
      </div>
    </div>
  );
}

function SearchField({ typed, field, onType }: ToolsProps) {
  return (
    <search className={styles.search}>
      <Search {...icon} />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        maxLength={128}
        value={typed}
        aria-label={t('visitor.search')}
        placeholder={t('visitor.search')}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (typed === '') event.currentTarget.blur();
          onType('');
        }}
      />
      {typed !== '' && (
        <IconButton label={t('visitor.clearSearch')} onClick={() => onType('')}>
          <X {...icon} />
        </IconButton>
      )}
    </search>
  );
}

/** The folders from the share down to the open one; a phone shows the way up and the open one. */
function Trail({ trail, root, phone }: { trail: readonly Step[]; root: string; phone: boolean }) {
  const above = trail.at(-2)?.instanceId ?? null;
  const last = trail.at(-1);
  return (
    <nav className={styles.trail} aria-label={t('files.breadcrumb')}>
      <IconButton label={t('visitor.up')} onClick={() => go({ folder: above })}>
        <ArrowLeft {...icon} />
      </IconButton>
      {!phone && (
        <>
          <Crumb name={root} onClick={() => go({ folder: null })} />
          {trail.slice(0, -1).map(({ instanceId, name }) => (
            <Crumb key={instanceId} name={name} onClick={() => go({ folder: instanceId })} />
          ))}
        </>
      )}
      {last && (
        <span className={styles.here} aria-current="location">
          <FileName name={last.name} strong />
        </span>
      )}
    </nav>
  );
}

function Crumb({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <>
      <button type="button" className={styles.crumb} title={name} onClick={onClick}>
        {name}
      </button>
      <ChevronRight size={14} strokeWidth={1.75} aria-hidden className={styles.between} />
    </>
  );
}
