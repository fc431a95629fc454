import type { Link } from '@alcove/contract';
import { kindOfLink } from '../../features/links/kind-of-link.ts';
import { leftText, reasonText, scanProgress, stepAt, stepName, timeLeft } from '../../features/links/link-words.ts';
import { StateTag } from '../../features/links/StateTag.tsx';
import { StepDots } from '../../features/links/StepDots.tsx';
import { formatFullTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from './my-sharing.module.css';

const count = (n: number) => (n > 0 ? n.toLocaleString('en-US') : <span className={styles.quiet}>—</span>);

/** What the state comes to, in words: the step it is at, the time left, or why the link is closed. `brief`: there is no room for how far a step is. */
function StateWords({ link, now, brief = false }: { link: Link; now: number; brief?: boolean }) {
  if (link.state === 'verifying') {
    const step = stepAt(link.steps);
    const progress = step && !brief ? scanProgress(step) : null;
    return (
      <>
        <StepDots steps={link.steps} />
        <span className={styles.words}>
          <span className={styles.strong}>{step ? stepName(step.step) : ''}</span>
          {progress !== null && <span className={styles.quiet}> {progress}</span>}
        </span>
      </>
    );
  }
  if (link.state !== 'valid') {
    const reason = reasonText(link);
    return (
      <span className={styles.words} data-tone={link.state === 'failed' ? 'bad' : 'over'} title={reason}>
        {reason}
      </span>
    );
  }
  return <LeftWords link={link} now={now} />;
}

function LeftWords({ link, now, bare = false }: { link: Link; now: number; bare?: boolean }) {
  const { text, soon } = timeLeft(link, now);
  return (
    <span
      className={styles.words}
      data-tone={soon ? 'soon' : undefined}
      title={link.expireTime === null ? undefined : formatFullTime(link.expireTime)}
    >
      {bare ? text : leftText(link, now)}
    </span>
  );
}

const numbers = (id: 'visits' | 'downloads' | 'saves', title: string, needs: number): Column<Link> => ({
  id,
  title,
  width: '84px',
  align: 'end',
  sortable: true,
  needs,
  cell: (link) => count(link[id]),
});

/** `beside`: the visitors are shown beside the list, so the state has a short form. `now`: the time that is left is counted from it. */
export function linkColumns(now: number, beside: boolean): Column<Link>[] {
  const name: Column<Link> = {
    id: 'name',
    title: t('links.columnName'),
    width: 'minmax(0, 1fr)',
    sortable: true,
    primary: true,
    cell: (link) => (
      <>
        <FileIcon kind={kindOfLink(link)} />
        <FileName name={link.name} />
      </>
    ),
  };
  const [visits, downloads] = [numbers('visits', t('links.columnVisits'), 0), numbers('downloads', t('links.columnDownloads'), 560)];
  if (beside)
    return [
      name,
      { id: 'state', title: t('links.columnState'), width: '104px', sortable: true, cell: ({ state }) => <StateTag state={state} /> },
      {
        id: 'expireTime',
        title: t('links.columnLeft'),
        width: '112px',
        sortable: true,
        needs: 640,
        cell: (link) => (link.state === 'valid' ? <LeftWords link={link} now={now} bare /> : <span className={styles.quiet}>—</span>),
      },
      visits,
      downloads,
    ];
  return [
    name,
    {
      id: 'state',
      title: t('links.columnState'),
      width: 'minmax(200px, 360px)',
      sortable: true,
      cell: (link) => (
        <span className={styles.state}>
          <StateTag state={link.state} />
          <StateWords link={link} now={now} />
        </span>
      ),
    },
    visits,
    downloads,
    numbers('saves', t('links.columnSaves'), 860),
    {
      id: 'createTime',
      title: t('links.columnCreated'),
      width: '124px',
      align: 'end',
      sortable: true,
      needs: 760,
      cell: ({ createTime }) => <TimeCell at={createTime} />,
    },
  ];
}

export const linkPhoneRow =
  (now: number) =>
  (link: Link): PhoneRow => ({
    icon: <FileIcon kind={kindOfLink(link)} size={34} />,
    name: <FileName name={link.name} />,
    facts: (
      <span className={styles.phoneState}>
        <StateTag state={link.state} />
        <StateWords link={link} now={now} brief />
        {link.state === 'valid' && <span className={styles.phoneVisits}>{t('links.visitsOf', { n: link.visits })}</span>}
      </span>
    ),
  });
