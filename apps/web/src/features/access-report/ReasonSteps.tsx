import { Badge } from '@mantine/core';
import { CircleSlash2, CornerDownRight, KeyRound, Lock, UserRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessGrant, AccessReason, Explanation, Instance } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { roleName } from '../../items/level-name.ts';
import styles from './access-report.module.css';

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Each source of access as a chain: person, membership, grant on a folder, this item. */
export function ReasonSteps({ explanation, item, me }: { explanation: Explanation; item: Instance; me: boolean }) {
  const { person, active, reasons } = explanation;
  return (
    <>
      {!active && <p className={styles.inactive}>{t('accessReport.inactive')}</p>}
      {reasons.length === 0 && (
        <ol className={styles.steps}>
          <Step icon={<Lock {...icon} />} title={<b>{person.userRealName}</b>} text={t('accessReport.noWay')} faint />
        </ol>
      )}
      {reasons.map((reason) => (
        <ol className={styles.steps} key={`${reason.kind} ${reason.name} ${reason.grant?.on.instanceId ?? ''}`}>
          <Step icon={<UserRound {...icon} />} title={<b>{person.userRealName}</b>} text={wayOf(reason, me)} />
          {reason.grant && <GrantSteps grant={reason.grant} item={item} />}
          {reason.beaten.length > 0 && <Beaten grants={reason.beaten} />}
        </ol>
      ))}
    </>
  );
}

function wayOf({ kind, name, grant }: AccessReason, me: boolean): string {
  if (kind === 'owner') return t(me ? 'accessReport.ownerWayMe' : 'accessReport.ownerWay');
  if (kind === 'share' && !grant) return t('accessReport.shareEnded', { name });
  const ways = { group: 'accessReport.groupWay', department: 'accessReport.departmentWay', share: 'accessReport.shareWay' } as const;
  return t(ways[kind], { name });
}

function GrantSteps({ grant, item }: { grant: AccessGrant; item: Instance }) {
  const department = grant.subject.kind === 'department';
  const here = grant.on.instanceId === item.instanceId;
  const given = { by: grant.givenBy, when: formatTime(grant.createTime) };
  return (
    <>
      {department && (
        <Step
          icon={<Users {...icon} />}
          title={t('accessReport.memberOf', { name: grant.subject.name })}
          text={t('accessReport.memberText')}
        />
      )}
      <Step
        icon={
          grant.role === 'forbidden' ? (
            <Lock {...icon} />
          ) : here && item.classifierId === 'File' ? (
            <KeyRound {...icon} />
          ) : (
            <FileIcon kind="folder" size={16} />
          )
        }
        title={
          <>
            <b className={styles.cut}>{placeOf(grant)}</b>
            <Badge color="pine" size="xs">
              {roleName(grant.role)}
            </Badge>
          </>
        }
        text={
          <span title={formatFullTime(grant.createTime)}>
            {t(department ? 'accessReport.givenToDepartment' : 'accessReport.givenTo', given)}
            {grant.endTime !== null && ` · ${t('accessReport.ends', { when: formatTime(grant.endTime) })}`}
          </span>
        }
      />
      <Step icon={<CornerDownRight {...icon} />} title={t(here ? 'accessReport.here' : 'accessReport.inherited')} />
    </>
  );
}

const placeOf = ({ on }: AccessGrant): string => (on.top ? t('accessReport.topFolder') : (on.name ?? t('accessReport.hiddenFolder')));

function Beaten({ grants }: { grants: readonly AccessGrant[] }) {
  return (
    <Step
      icon={<CircleSlash2 {...icon} />}
      title={t('accessReport.beaten', { n: grants.length })}
      text={grants.map((grant) => `${grant.subject.name} · ${placeOf(grant)} · ${roleName(grant.role)}`).join('\n')}
      faint
    />
  );
}

function Step({ icon: mark, title, text, faint = false }: { icon: ReactNode; title: ReactNode; text?: ReactNode; faint?: boolean }) {
  return (
    <li className={styles.step} data-faint={faint || undefined}>
      <span className={styles.mark}>{mark}</span>
      <div className={styles.said}>
        <div className={styles.stepTitle}>{title}</div>
        {text !== undefined && <div className={styles.stepText}>{text}</div>}
      </div>
    </li>
  );
}
