import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { calls, type OffboardingCount, type OffboardingReport, type OffboardingStep } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { RunningTask } from '../../features/tasks/RunningTask.tsx';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { Figure } from './Figure.tsx';
import { offboardChanged } from './offboard-queries.ts';
import { Part } from './Part.tsx';
import { countsText, outcomeText } from './part-words.ts';
import { Person } from './Person.tsx';
import { Successor, type Chosen } from './Successor.tsx';
import { WhatStays } from './WhatHappens.tsx';
import styles from './offboard.module.css';

/** What was done, part by part; while it runs, how far it is. */
export function OffboardReportView({ report }: { report: OffboardingReport }) {
  const { person, state, steps, keptUntil, endTime } = report;
  const sum = (...names: OffboardingCount[]): number =>
    steps.reduce((total, { counts }) => total + names.reduce((one, name) => one + (counts[name] ?? 0), 0), 0);
  const done = state === 'done';
  return (
    <>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={styles.columns} tabIndex={0} role="region" aria-label={t('adminOffboard.facts')}>
        <div className={styles.main}>
          <Person person={person} />
          {!done && <Running report={report} />}
          <ul className={styles.parts}>
            {inGroups(steps).map(({ first, lines, counts }) => (
              <Part
                key={`${first.part} ${first.time}`}
                part={first.part}
                facts={counts}
                end={lines.length > 0 ? undefined : outcomeText(first, keptUntil)}
                done
              >
                {lines.map((step) => (
                  <div key={step.line?.id} className={styles.line}>
                    <span className={styles.lineText}>
                      <span className={styles.cut} title={step.line?.name}>
                        {step.line?.name}
                      </span>
                    </span>
                    <span className={styles.end}>{outcomeText(step, keptUntil)}</span>
                  </div>
                ))}
              </Part>
            ))}
          </ul>
          {done && keptUntil !== null && <HandKept userId={person.userId} until={keptUntil} />}
        </div>
        <aside className={styles.aside} aria-label={t(done ? 'adminOffboard.done' : 'adminOffboard.doing')}>
          <h2>
            {t(done ? 'adminOffboard.done' : 'adminOffboard.doing')}
            {endTime !== null && <span className={styles.quiet}>{formatTime(endTime)}</span>}
          </h2>
          <dl className={styles.figures}>
            <Figure label={t('adminOffboard.filesMove')} value={sum('files')} />
            <Figure label={t('adminOffboard.groupsMove')} value={sum('groups')} />
            <Figure label={t('adminOffboard.sharesMove')} value={sum('shares', 'grants')} />
            <Figure label={t('adminOffboard.workStops')} value={sum('tasks', 'uploads')} />
            <Figure label={t('adminOffboard.linksEnd')} value={sum('links')} />
            <Figure label={t('adminOffboard.peopleTold')} value={sum('told')} />
          </dl>
          <WhatStays />
          <span className={styles.grow} />
          {done && (
            <p className={styles.fine} role="status">
              <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
              {t('adminOffboard.everyOne')}
            </p>
          )}
        </aside>
      </div>
      <footer className={styles.foot}>
        <span className={styles.quiet}>{t('adminOffboard.reportKept')}</span>
        <span className={styles.grow} />
        <Button variant="default" component={Link} to="/admin/people">
          {t('adminOffboard.toPeople')}
        </Button>
      </footer>
    </>
  );
}

/** The groups of a report stand under one part. */
function inGroups(steps: readonly OffboardingStep[]): { first: OffboardingStep; lines: OffboardingStep[]; counts: string }[] {
  const groups = steps.filter(({ line }) => line !== null);
  return steps
    .filter((step) => step.line === null || step === groups[0])
    .map((first) =>
      first.line === null
        ? { first, lines: [], counts: countsText(first.counts) }
        : { first, lines: groups, counts: countsText({ groups: groups.length }) },
    );
}

function Running({ report: { taskId, left, cancelable } }: { report: OffboardingReport }) {
  const stop = {
    label: t('adminOffboard.stop'),
    title: t('adminOffboard.stopTitle'),
    text: t('adminOffboard.stopText'),
    onStopped: offboardChanged,
  };
  return (
    <div className={styles.running}>
      <RunningTask
        label={t('adminOffboard.running')}
        taskId={taskId}
        progress={t('adminOffboard.stepsLeft', { n: left })}
        stop={cancelable ? stop : undefined}
      />
    </div>
  );
}

/** A kept space can still go to somebody. */
function HandKept({ userId, until }: { userId: string; until: string }) {
  const [heir, setHeir] = useState<Chosen | null>(null);
  const [busy, setBusy] = useState(false);
  const hand = async () => {
    if (!heir) return;
    setBusy(true);
    try {
      await call(calls.adminUser.offboard, { userId, successors: { space: heir.userId } });
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
      tasksChanged();
      offboardChanged();
    }
  };
  return (
    <div className={styles.warning}>
      <span>{t('adminOffboard.handKeptText', { time: formatTime(until) })}</span>
      <Successor label={t('adminOffboard.successor')} leaverId={userId} value={heir} onChange={setHeir} />
      <Button size="xs" loading={busy} disabled={heir === null} onClick={() => void hand()}>
        {t('adminOffboard.handKept')}
      </Button>
    </div>
  );
}
