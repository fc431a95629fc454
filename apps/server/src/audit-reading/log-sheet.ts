/** The columns of an exported log. */
import { failures } from '@alcove/contract';
import type { Language, LogEntry } from '@alcove/contract';
import { actionNames } from '@alcove/contract/action-names';
import { localStamp } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';

export const logWords = {
  'zh-CN': {
    file: '日志.xlsx',
    sheet: '日志',
    heads: ['编号', '时间', '人员', '账号', '操作', '对象', '空间', '文件夹', '结果', '访问 IP', '区域', '设备', 'traceId'],
    done: '成功',
    refused: '拒绝',
    system: '系统',
    visitor: '访问者',
    unknown: '未登录',
  },
  'en-US': {
    file: 'Logs.xlsx',
    sheet: 'Logs',
    heads: [
      'Number',
      'Time',
      'Person',
      'Account',
      'Action',
      'Object',
      'Space',
      'Folder',
      'Result',
      'Address',
      'Region',
      'Device',
      'traceId',
    ],
    done: 'Done',
    refused: 'Refused',
    system: 'System',
    visitor: 'Visitor',
    unknown: 'Not signed in',
  },
} as const satisfies Record<Language, object>;

const texts = new Map(Object.values(failures).map((failure) => [failure.errcode as number, failure]));

/** The failure of a number, without what its text would name. */
function resultOf(result: number, language: Language): string {
  const { done, refused } = logWords[language];
  if (result === 0) return done;
  const text = texts.get(result)?.[language].replace(/\{[^}]*\}/g, '…');
  return text === undefined ? `${refused} (${result})` : `${refused}${language === 'zh-CN' ? '：' : ': '}${text}`;
}

export function rowOf(entry: LogEntry, language: Language, utcOffset: number): Row {
  const { who, actorKind, object } = entry;
  const nobody = actorKind === 'person' ? '' : logWords[language][actorKind];
  return [
    String(entry.id),
    localStamp(new Date(entry.time), utcOffset),
    who?.realName ?? nobody,
    who?.accountName ?? '',
    actionNames[entry.action]?.[language] ?? entry.action,
    object?.name ?? '',
    object?.space?.name ?? '',
    object?.folder?.name ?? '',
    resultOf(entry.result, language),
    entry.address ?? '',
    entry.region?.name ?? '',
    entry.device ?? '',
    entry.traceId ?? '',
  ];
}
