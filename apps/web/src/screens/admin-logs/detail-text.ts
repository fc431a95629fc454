/** How the values in the detail of an entry are shown. */
import type { LogEntry, NamesById, PermissionItem, AdminItem } from '@alcove/contract';
import { detailField, type DetailField, type DetailValue } from '@alcove/contract/log-detail-names';
import { itemName } from '../../features/access-report/item-names.ts';
import { adminItemNames } from '../../features/company-roles/role-names.ts';
import { currentLanguage, formatFullTime, formatSize, t } from '../../i18n/index.ts';
import { levelName, roleName } from '../../items/level-name.ts';
import { actionName } from './log-words.ts';

export interface ShownField {
  name: string;
  label: string;
  text: string;
  before?: string;
}

interface Context {
  action: string;
  names: NamesById;
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function fieldsText(value: unknown, fieldOf: (name: string) => DetailField | undefined, context: Context): string {
  if (typeof value !== 'object' || value === null) return asText(value);
  return Object.entries(value)
    .map(([name, one]) => {
      const field = fieldOf(name);
      return `${field?.names[currentLanguage()] ?? name} ${valueText(one, field, context)}`;
    })
    .join(t('common.comma'));
}

const levels: readonly string[] = [
  'none',
  'forbidden',
  'uploader',
  'observer',
  'reader',
  'viewOnly',
  'download',
  'edit',
  'externalSharing',
];
const levelText = (level: string): string =>
  levels.includes(level) ? levelName(level as Parameters<typeof levelName>[0]) : roleName(level as Parameters<typeof roleName>[0]) || level;

function textOf(value: unknown, kind: DetailValue, context: Context): string {
  const text = asText(value);
  switch (kind.kind) {
    case 'time':
      return formatFullTime(text);
    case 'boolean':
      return t(value === true || value === '1' ? 'adminLogs.yes' : 'adminLogs.no');
    case 'bytes':
      return formatSize(Number(value));
    case 'bytesPerSecond':
      return `${formatSize(Number(value))}/s`;
    case 'level':
      return levelText(text);
    case 'sensitivity':
      return (
        { normal: t('files.sensitivityNormal'), internal: t('files.sensitivityInternal'), high: t('files.sensitivityHigh') }[text] ?? text
      );
    case 'permissionItem':
      return itemName(text as PermissionItem);
    case 'adminItem':
      return t(adminItemNames[text as AdminItem]);
    case 'id':
      return context.names[text] ?? text;
    case 'choice':
      return kind.names[text]?.[currentLanguage()] ?? text;
    case 'member': {
      const { id = '' } = (value ?? {}) as { id?: string };
      return context.names[id] ?? id;
    }
    case 'list':
      return Array.isArray(value) ? value.map((one) => textOf(one, kind.of, context)).join(t('common.comma')) || '—' : text;
    case 'fields':
      return fieldsText(value, (name) => kind.of[name], context);
    case 'details':
      return fieldsText(value, (name) => detailField(context.action, name), context);
    case 'action':
      return actionName(text);
    default:
      return text === '' ? '—' : text;
  }
}

function valueText(value: unknown, field: DetailField | undefined, context: Context): string {
  if (value === null || value === undefined) return field?.none?.[currentLanguage()] ?? t('adminLogs.nothing');
  return field ? textOf(value, field.value, context) : asText(value);
}

/** The fields of an entry, those first that a change replaced. */
export function shownFields({ action, detail }: Pick<LogEntry, 'action' | 'detail'>, names: NamesById): ShownField[] {
  if (!detail) return [];
  const context = { action, names };
  const { before, ...fields } = detail;
  const isBefore = typeof before === 'object' && before !== null && !Array.isArray(before);
  const was = isBefore ? (before as Record<string, unknown>) : {};
  const rest = isBefore || before === undefined ? fields : detail;
  const all = [...new Set([...Object.keys(was), ...Object.keys(rest)])];
  return all.map((name) => {
    const field = detailField(action, name);
    return {
      name,
      label: field?.names[currentLanguage()] ?? name,
      text: valueText(rest[name], field, context),
      ...(Object.hasOwn(was, name) && { before: valueText(was[name], field, context) }),
    };
  });
}
