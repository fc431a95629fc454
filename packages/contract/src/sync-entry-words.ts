/** What a synchronisation finds, in words: for the list that administrators look at, and for the table that they send on. */
import type { SyncEntry } from './admin-sync.ts';
import type { Language } from './failures.ts';
import type { SyncChange, SyncConflict, SyncDifference, SyncedField } from './sync-words.ts';

interface Words {
  changes: Record<SyncChange, string>;
  fields: Record<SyncedField, string>;
  conflicts: Record<SyncConflict, string>;
  leaveText: string;
  leftText: string;
  newPerson: string;
  newDepartment: string;
  matchPerson: string;
  matchDepartment: string;
  returnText: string;
  freeText: string;
  none: string;
  /** After the name of a field. */
  between: string;
}

const words: Record<Language, Words> = {
  'zh-CN': {
    changes: {
      leave: '冻结',
      conflict: '冲突',
      new: '新建',
      match: '对应',
      change: '更新',
      return: '解冻',
      free: '脱离',
    },
    fields: {
      realName: '姓名',
      email: '邮箱',
      department: '部门',
      name: '名称',
      parent: '上级部门',
    },
    conflicts: {
      nameWrong: '账号为空或含有不支持的字符',
      nameTwice: '目录中有多个条目使用此账号',
      nameOfLocal: '账号与本地用户相同，需人工对应',
      nameOfOther: '账号属于其他目录或其他条目',
      nameDiffers: '账号与已有用户只差大小写',
      nameOfAdministrator: '账号属于高级管理员，不自动对应',
      nameOfFrozen: '账号属于已冻结、过期或离职的用户',
      accountLeft: '此人已办理离职，不再恢复',
      lastAdministrator: '冻结或调动后将没有管理员能登录',
      departmentNameWrong: '部门名称为空或过长',
      departmentNameTaken: '已有同名部门',
      departmentTwice: '目录中有多个同名部门',
      departmentTooDeep: '部门层级过深',
      departmentNowhere: '找不到上级部门，或上级部门成环',
      changedMeanwhile: '读取后已被改动，下次同步再处理',
    },
    leaveText: '目录中已没有此人或已停用，将冻结',
    leftText: '已冻结',
    newPerson: '新建账号',
    newDepartment: '新建部门',
    matchPerson: '对应到已有账号',
    matchDepartment: '对应到已有部门',
    returnText: '重新出现在目录中，将解冻',
    freeText: '目录中已没有此部门，保留并改由云阁管理',
    none: '无',
    between: '：',
  },
  'en-US': {
    changes: {
      leave: 'Suspend',
      conflict: 'Conflict',
      new: 'New',
      match: 'Match',
      change: 'Update',
      return: 'Unsuspend',
      free: 'Release',
    },
    fields: {
      realName: 'Name',
      email: 'Email',
      department: 'Department',
      name: 'Name',
      parent: 'Parent department',
    },
    conflicts: {
      nameWrong: 'The account name is empty or has unsupported characters',
      nameTwice: 'Several entries of the directory have this account name',
      nameOfLocal: 'A local account has this name. Match them by hand.',
      nameOfOther: 'The account belongs to another directory or another entry',
      nameDiffers: 'An account name differs only in upper and lower case',
      nameOfAdministrator: 'The account belongs to an advanced administrator, who is never matched',
      nameOfFrozen: 'The account is suspended, expired or left',
      accountLeft: 'This person was offboarded and doesn’t come back',
      lastAdministrator: 'No administrator could sign in afterward',
      departmentNameWrong: 'The department name is empty or too long',
      departmentNameTaken: 'A department with this name exists',
      departmentTwice: 'Several departments of the directory have this name',
      departmentTooDeep: 'Too many levels of departments',
      departmentNowhere: 'The parent department is missing, or they form a ring',
      changedMeanwhile: 'Changed since it was read. The next sync deals with it.',
    },
    leaveText: 'No longer in the directory, or disabled there',
    leftText: 'Suspended',
    newPerson: 'New account',
    newDepartment: 'New department',
    matchPerson: 'Matched with the existing account',
    matchDepartment: 'Matched with the existing department',
    returnText: 'In the directory again',
    freeText: 'No longer in the directory. It stays, and can be edited here.',
    none: 'none',
    between: ': ',
  },
};

export const syncChangeWord = (change: SyncChange, language: Language): string => words[language].changes[change];

function differenceWord({ field, before, after }: SyncDifference, { fields, between, none }: Words): string {
  return `${fields[field]}${between}${before || none} → ${after || none}`;
}

/** What becomes of an entry, and why. */
export function syncEntryWords({ change, conflict, ofPerson, differences, done }: SyncEntry, language: Language): string {
  const of = words[language];
  const texts: Record<SyncChange, string> = {
    leave: done ? of.leftText : of.leaveText,
    conflict: conflict === null ? '' : of.conflicts[conflict],
    new: ofPerson ? of.newPerson : of.newDepartment,
    match: ofPerson ? of.matchPerson : of.matchDepartment,
    change: '',
    return: of.returnText,
    free: of.freeText,
  };
  return [texts[change], ...differences.map((one) => differenceWord(one, of))].filter(Boolean).join(' · ');
}
