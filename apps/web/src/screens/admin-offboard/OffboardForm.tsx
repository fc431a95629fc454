import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { calls, type OffboardingPart, type OffboardingPreview, type OffboardingReport, type SuccessorField } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { tasksChanged } from '../../features/tasks/task-queries.ts';
import { formatSize, roomUsed, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { everythingTo, isMissing, nobody, problemAt, successorsOf, type Choices } from './choices.ts';
import { readChoices, withNames, writeChoices } from './choices-address.ts';
import { FreezeFirst } from './FreezeFirst.tsx';
import { offboardChanged, offboardPreview } from './offboard-queries.ts';
import { Part } from './Part.tsx';
import { countsText, partNames } from './part-words.ts';
import { Person } from './Person.tsx';
import { Successor, type Chosen } from './Successor.tsx';
import { WhatHappens } from './WhatHappens.tsx';
import styles from './offboard.module.css';

/** The choice of successors, which the address holds, with what will happen. `stopped`: an earlier attempt, which is continued. */
export function OffboardForm({ userId, stopped }: { userId: string; stopped: OffboardingReport | null }) {
  const [address, setAddress] = useSearchParams();
  const [picked, setPicked] = useState(() => readChoices(address));
  const setChoices = (next: Choices): void => {
    setPicked(next);
    setAddress((now) => writeChoices(now, next), { replace: true });
  };
  const settled = useSettled(picked, 250);
  const { data: preview, error, refetch } = useQuery(offboardPreview(userId, successorsOf(settled)));
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const mayFreeze = useCurrentUser()?.adminItems.includes('people.freeze') ?? false;
  if (error && !preview) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!preview) return <SkeletonRows />;
  const { person, problems } = preview;
  const choices = picked === nobody ? nobody : withNames(picked, preview.successors);
  const blocking = problems.filter(({ blocks }) => blocks);
  const missing = blocking.filter(isMissing).length;
  const nothingWrong = missing === blocking.length && choices === nobody;
  const frozen = person.status === 'frozen';

  const act = async () => {
    const question = {
      type: 'warning',
      title: t('adminOffboard.confirmTitle', { name: person.name }),
      text: t('adminOffboard.confirmText'),
    } as const;
    if (busy || !(await confirm({ ...question, confirmLabel: t('adminOffboard.act'), danger: true }))) return;
    setBusy(true);
    try {
      await call(calls.adminUser.offboard, { userId, successors: successorsOf(picked) });
    } catch (refusal) {
      toast.error(failureMessage(refusal, t('errors.unknown')));
    } finally {
      setBusy(false);
      tasksChanged();
      offboardChanged();
    }
  };
  return (
    <>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={styles.columns} tabIndex={0} role="region" aria-label={t('adminOffboard.facts')}>
        <div className={styles.main}>
          <Person person={person}>
            <span className={styles.all}>
              <span className={styles.quiet}>{t('adminOffboard.all')}</span>
              <Successor
                label={t('adminOffboard.all')}
                leaverId={userId}
                value={sameEverywhere(choices, preview)}
                onChange={(chosen) => setChoices(everythingTo(chosen, choices, preview))}
              />
            </span>
          </Person>
          {stopped && (
            <div className={styles.warning} role="status">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
              <span>
                <b>{stopped.error === null ? t('adminOffboard.stopped') : t('adminOffboard.stoppedWhy', { reason: stopped.error })}</b>
                {t('adminOffboard.stoppedText')}
              </span>
            </div>
          )}
          {!frozen && <FreezeFirst userId={userId} may={mayFreeze} />}
          <ul className={styles.parts}>
            {inScreenOrder(preview.parts).map((part) => (
              <ChoicePart key={part.part} part={part} preview={preview} choices={choices} onChange={setChoices} />
            ))}
          </ul>
        </div>
        <WhatHappens preview={preview} choices={choices} />
      </div>
      <footer className={styles.foot}>
        {blocking.length > 0 && (
          <span className={nothingWrong ? styles.quiet : styles.bad}>
            {!nothingWrong && <CircleAlert size={15} strokeWidth={1.75} aria-hidden />}
            {missing > 0 ? t('adminOffboard.missing', { n: missing }) : t('adminOffboard.blocked', { n: blocking.length })}
          </span>
        )}
        <span className={styles.grow} />
        <Button variant="default" component={Link} to="/admin/people">
          {t('adminOffboard.cancel')}
        </Button>
        <Button loading={busy} disabled={blocking.length > 0 || !frozen || offline || settled !== picked} onClick={() => void act()}>
          {t(stopped ? 'adminOffboard.again' : 'adminOffboard.act')}
        </Button>
      </footer>
    </>
  );
}

const order = ['space', 'groups', 'departments', 'shares', 'requests', 'work', 'held'] as const;
const inScreenOrder = (parts: readonly OffboardingPart[]): OffboardingPart[] =>
  order.flatMap((name) => parts.filter(({ part }) => part === name));

/** The one person who gets everything, if there is one. */
function sameEverywhere(choices: Choices, { parts }: OffboardingPreview): Chosen | null {
  const chosen = parts.flatMap(({ part, lines }): (Chosen | null)[] => {
    if (part === 'groups') return lines.map(({ id }) => choices.groups[id] ?? null);
    if (part === 'space') return choices.keeps ? [] : [choices.space];
    return part === 'departments' || part === 'shares' ? [choices[part]] : [];
  });
  const [first] = chosen;
  return first && chosen.every((one) => one?.userId === first.userId) ? first : null;
}

interface ChoicePartProps {
  part: OffboardingPart;
  preview: OffboardingPreview;
  choices: Choices;
  onChange(next: Choices): void;
}

function ChoicePart({ part: { part, counts, lines }, preview, choices, onChange }: ChoicePartProps) {
  const { problems, person, folderName, keepDays, spaceThen } = preview;
  const pick = (
    field: SuccessorField,
    chosen: Chosen | null,
    change: (next: Chosen | null) => void,
    group?: { id: string; name: string },
  ) => {
    const problem = problemAt(problems, field, group?.id);
    return (
      <Successor
        label={t('adminOffboard.successorOf', { part: group?.name ?? t(partNames[field]) })}
        leaverId={person.userId}
        value={chosen}
        error={problem?.blocks && (choices !== nobody || !isMissing(problem)) ? problem.message : undefined}
        onChange={change}
      />
    );
  };
  const facts = countsText(counts);
  switch (part) {
    case 'space':
      return (
        <Part
          part={part}
          facts={facts}
          end={choices.keeps ? undefined : pick('space', choices.space, (space) => onChange({ ...choices, space }))}
        >
          <Radio.Group
            aria-label={t('adminOffboard.space')}
            value={choices.keeps ? 'keep' : 'move'}
            onChange={(how) => onChange({ ...choices, keeps: how === 'keep' })}
          >
            <div className={styles.ways}>
              <Radio value="move" label={t('adminOffboard.intoFolder', { name: folderName })} />
              <Radio value="keep" label={t('adminOffboard.keep', { days: keepDays })} />
            </div>
          </Radio.Group>
          {spaceThen && !choices.keeps && <span className={styles.quiet}>{roomText(spaceThen)}</span>}
        </Part>
      );
    case 'groups':
      return (
        <Part part={part} facts={facts}>
          {lines.map((line) => {
            const hint = problemAt(problems, 'groups', line.id);
            return (
              <div key={line.id} className={styles.line}>
                <span className={styles.lineText}>
                  <span className={styles.cut} title={line.name}>
                    {line.name}
                  </span>
                  <span className={styles.quiet}>
                    {t('adminOffboard.groupFacts', { people: line.people ?? 0, size: formatSize(line.bytes ?? 0) })}
                    {hint && !hint.blocks && ` · ${hint.message}`}
                  </span>
                </span>
                {pick(
                  'groups',
                  choices.groups[line.id] ?? null,
                  (chosen) => onChange({ ...choices, groups: { ...choices.groups, [line.id]: chosen } }),
                  line,
                )}
              </div>
            );
          })}
        </Part>
      );
    case 'departments':
      return (
        <Part
          part={part}
          facts={lines.map(({ name }) => name).join(t('common.comma'))}
          end={pick('departments', choices.departments, (departments) => onChange({ ...choices, departments }))}
        />
      );
    case 'shares':
      return (
        <Part part={part} facts={facts} end={pick('shares', choices.shares, (shares) => onChange({ ...choices, shares }))}>
          <span className={styles.quiet}>{t('adminOffboard.sharesStay')}</span>
        </Part>
      );
    case 'requests':
      return <Part part={part} facts={facts} end={t('adminOffboard.requestsEnd')} />;
    case 'work':
      return <Part part={part} facts={facts} end={t('adminOffboard.workEnds')} />;
    default:
      return <Part part={part} facts={facts} end={t('adminOffboard.heldEnds')} />;
  }
}

const roomText = ({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number | null }): string =>
  quotaBytes === null
    ? t('adminOffboard.spaceThenUnlimited', { used: formatSize(usedBytes) })
    : t('adminOffboard.spaceThen', { used: formatSize(usedBytes), total: roomUsed(0, quotaBytes).total });
