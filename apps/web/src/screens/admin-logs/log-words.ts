/** What entries are called. */
import { failures, type LogEntry } from '@alcove/contract';
import { actionNames } from '@alcove/contract/action-names';
import { kindNames, type EntryKind } from '@alcove/contract/log-detail-names';
import { currentLanguage, t } from '../../i18n/index.ts';

export const actionName = (action: string): string => actionNames[action]?.[currentLanguage()] ?? action;

export const kindName = (kind: string): string => (Object.hasOwn(kindNames, kind) ? kindNames[kind as EntryKind][currentLanguage()] : kind);

/** Somebody who is not known has no name. */
export function actorName({ actorKind, who }: Pick<LogEntry, 'actorKind' | 'who'>): string {
  const name = who?.realName ?? who?.accountName;
  return name ?? t(`adminLogs.${actorKind}`);
}

export const objectName = ({ object }: Pick<LogEntry, 'object'>): string =>
  object === null ? '—' : (object.name ?? object.space?.name ?? kindName(object.kind));

const texts = new Map(Object.values(failures).map((failure) => [failure.errcode as number, failure]));

/** Why it was refused, without what the text would name. */
export const refusalText = (result: number): string =>
  texts.get(result)?.[currentLanguage()].replace(/\{[^}]*\}/g, '…') ?? t('adminLogs.refusedWith', { result });
