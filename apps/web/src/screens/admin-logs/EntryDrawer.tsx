import { CloseButton } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { LogEntry, NamesById } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { copyText } from '../../ui/copy-text.ts';
import { SideDrawer } from '../../ui/drawer/SideDrawer.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useNarrow } from '../../ui/use-media.ts';
import { shownFields } from './detail-text.ts';
import { Actor, Result } from './log-columns.tsx';
import { actionName, kindName, objectName, refusalText } from './log-words.ts';
import styles from './logs.module.css';

interface EntryDrawerProps {
  entry: LogEntry | null;
  names: NamesById;
  onClose(): void;
  onTrace(traceId: string): void;
  onPerson(userId: string): void;
}

const milliseconds = (time: string): string => `${formatFullTime(time)}.${time.slice(20, 23)}`;

/** One entry with everything that it tells, in a sheet beside the table or, where there is no room, in a drawer. */
export function EntryDrawer({ entry, names, onClose, onTrace, onPerson }: EntryDrawerProps) {
  const narrow = useNarrow();
  const title = entry ? actionName(entry.action) : '';
  const content = entry && <Entry entry={entry} names={names} onTrace={onTrace} onPerson={onPerson} />;
  if (narrow)
    return (
      <SideDrawer opened={entry !== null} title={title} width={440} onClose={onClose}>
        {content}
      </SideDrawer>
    );
  return (
    entry && (
      <EntrySheet key={entry.id} title={title} onClose={onClose}>
        {content}
      </EntrySheet>
    )
  );
}

/** Beside the table, which stays in use. It takes the focus, for whoever opened it by keyboard. */
function EntrySheet({ title, children, onClose }: { title: string; children: ReactNode; onClose(): void }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus(), []);
  return (
    <Sheet
      aside
      ref={sheet}
      tabIndex={-1}
      aria-label={title}
      className={styles.entrySheet}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.entryHead}>
        <h2>{title}</h2>
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className={styles.entryBody}>{children}</div>
    </Sheet>
  );
}

function Entry({ entry, names, onTrace, onPerson }: Omit<EntryDrawerProps, 'entry' | 'onClose'> & { entry: LogEntry }) {
  const { id, time, who, object, result, address, region, device, agent, traceId, hash, previousHash } = entry;
  const fields = shownFields(entry, names);
  const changed = fields.filter(({ before }) => before !== undefined);
  const others = fields.filter(({ before }) => before === undefined);
  const place = [object?.space?.name, object?.folder?.name].filter(Boolean).join(' / ');
  const facts: [label: string, value: ReactNode][] = [
    [t('adminLogs.time'), milliseconds(time)],
    [t('adminLogs.by'), <Actor key="by" entry={entry} />],
    ...(object ? [[t('adminLogs.object'), `${kindName(object.kind)} · ${objectName(entry)}`] as [string, ReactNode]] : []),
    ...(place ? [[t('adminLogs.place'), place] as [string, ReactNode]] : []),
    [t('adminLogs.result'), <Result key="result" result={result} />],
    ...(result === 0 ? [] : [[t('adminLogs.why'), refusalText(result)] as [string, ReactNode]]),
    ...(address ? [[t('adminLogs.address'), [address, region?.name].filter(Boolean).join(' · ')] as [string, ReactNode]] : []),
    ...(device ? [[t('adminLogs.device'), <span key="device" title={agent ?? ''}>{device}</span>] as [string, ReactNode]] : []), // prettier-ignore
    ...(traceId ? [['traceId', <Trace key="trace" traceId={traceId} />] as [string, ReactNode]] : []),
    [t('adminLogs.number'), id.toLocaleString()],
    ...(previousHash ? [[t('adminLogs.previousHash'), <code key="before">{previousHash}</code>] as [string, ReactNode]] : []),
    ...(hash ? [[t('adminLogs.hash'), <code key="hash">{hash}</code>] as [string, ReactNode]] : []),
  ];
  return (
    <div className={styles.entry}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {changed.length > 0 && (
        <>
          <h3>{t('adminLogs.changed')}</h3>
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{t('adminLogs.field')}</th>
                <th scope="col">{t('adminLogs.before')}</th>
                <th scope="col">{t('adminLogs.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changed.map(({ name, label, before, text }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <td>
                    <del>{before}</del>
                  </td>
                  <td>
                    <strong>{text}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>{t('adminLogs.details')}</h3>
          <dl className={styles.facts}>
            {others.map(({ name, label, text }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <footer className={styles.entryFoot}>
        {traceId && (
          <button type="button" onClick={() => onTrace(traceId)}>
            {t('adminLogs.sameTrace')}
          </button>
        )}
        {who?.userId && (
          <button type="button" onClick={() => onPerson(who.userId!)}>
            {t('adminLogs.allBy', { name: who.realName ?? who.accountName ?? '' })}
          </button>
        )}
      </footer>
    </div>
  );
}

function Trace({ traceId }: { traceId: string }) {
  const copy = async () => {
    if (await copyText(traceId)) toast.success(t('adminLogs.copied'));
    else toast.error(t('errors.unknown'));
  };
  return (
    <span className={styles.trace}>
      <code>{traceId}</code>
      <button type="button" aria-label={t('adminLogs.copyTrace')} onClick={() => void copy()}>
        <Copy size={14} aria-hidden />
      </button>
    </span>
  );
}
