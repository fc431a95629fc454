import type { Link, LinkState, LinkStep, LinkStepName, LinkValidity } from '@alcove/contract';
import { currentLanguage, formatDay, formatFullTime, formatTime, t } from '../../i18n/index.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** From here on the time left is marked. */
const soonMs = 48 * hourMs;

export const stateName = (state: LinkState): string =>
  ({
    verifying: t('links.stateVerifying'),
    valid: t('links.stateValid'),
    expired: t('links.stateExpired'),
    failed: t('links.stateFailed'),
  })[state];

export const stepName = (step: LinkStepName): string =>
  ({ scan: t('links.stepScan'), permission: t('links.stepPermission'), review: t('links.stepReview') })[step];

/** The step that a verification is at: the first one that is not behind it. */
export const stepAt = (steps: readonly LinkStep[]): LinkStep | undefined =>
  steps.find(({ state }) => state === 'running' || state === 'waiting') ?? steps.at(-1);

export const scanProgress = ({ done, total }: LinkStep): string | null =>
  done === undefined || total === undefined ? null : t('links.scanProgress', { done, total });

/** `5 天 6 小时`, with the hours while they still matter. */
function span(ms: number): string {
  if (ms < hourMs) return t('links.minutes', { n: Math.max(1, Math.floor(ms / 60_000)) });
  const days = Math.floor(ms / dayMs);
  const hours = Math.floor((ms % dayMs) / hourMs);
  if (days === 0) return t('links.hours', { n: hours });
  if (days < 7 && hours > 0) return t('links.daysHours', { days, hours });
  return days < 60 ? t('links.days', { n: days }) : t('links.months', { n: Math.floor(days / 30) });
}

/** How long a link stays open; `soon`: less than two days. */
export function timeLeft({ expireTime }: Pick<Link, 'expireTime'>, now: number): { text: string; soon: boolean } {
  if (expireTime === null) return { text: t('links.employment'), soon: false };
  const ms = Math.max(0, Date.parse(expireTime) - now);
  return { text: span(ms), soon: ms < soonMs };
}

/** The same as a sentence: `剩余 12 天`, or `在职期间`. */
export const leftText = (link: Pick<Link, 'expireTime'>, now: number): string =>
  link.expireTime === null ? t('links.employment') : t('links.left', { time: timeLeft(link, now).text });

/** Why a link is not open. */
export function reasonText({ reason, reasonText: said, expireTime, visitLimit }: Link): string {
  switch (reason) {
    case 'ended':
      return expireTime === null ? t('links.reasonEndedPlain') : t('links.reasonEnded', { when: formatTime(expireTime) });
    case 'visits':
      return visitLimit === null ? t('links.reasonVisitsPlain') : t('links.reasonVisits', { n: visitLimit });
    case 'unvisited':
      return t('links.reasonUnvisited');
    case 'deleted':
      return t('links.reasonDeleted');
    case 'sensitive':
      return t('links.reasonSensitive');
    case 'creator':
      return t('links.reasonCreator');
    case 'rights':
      return t('links.reasonRights');
    case 'rules':
      return said === undefined ? t('links.reasonRulesPlain') : t('links.reasonRules', { name: said });
    case 'refused':
      return said === undefined || said === '' ? t('links.reasonRefusedPlain') : t('links.reasonRefused', { text: said });
    case undefined:
      return '';
  }
}

export const validityName = (validity: LinkValidity): string =>
  ({
    employment: t('links.employment'),
    '3d': t('links.days3'),
    '1w': t('links.week1'),
    '1m': t('links.month1'),
    '3m': t('links.months3'),
    custom: t('links.custom'),
  })[validity];

/** Its password, visitors, permissions, watermark and time left in one line. */
export function linkSummary(link: Link, now: number): string {
  const facts = [
    link.passwordSet ? t('links.passwordSet') : t('links.passwordNone'),
    t(`links.${link.visitorType}`),
    link.permissions.map((one) => t(`links.${one}`)).join(t('common.comma')),
    ...(link.watermark === 'default' ? [t('links.watermarkOn')] : []),
    link.state === 'valid' ? leftText(link, now) : stateName(link.state),
  ];
  return facts.join(' · ');
}

/** The end of a link as the interface writes it: `2026-11-28 23:59`, `Nov 28, 2026, 23:59`. */
export const untilStamp = (time: string | Date): string =>
  currentLanguage() === 'en-US' ? `${formatDay(new Date(time))}, ${endStamp(time).slice(-5)}` : endStamp(time);

/** The end of a link without seconds; both languages read it. */
export const endStamp = (time: string | Date): string => formatFullTime(time).slice(0, -3);
