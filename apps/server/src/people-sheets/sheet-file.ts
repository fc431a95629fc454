import type { Language } from '@alcove/contract';

export const fileNames = {
  'zh-CN': { sheet: '人员', template: '人员导入模板.xlsx', people: '人员.xlsx', secrets: '一次性密码.xlsx' },
  'en-US': { sheet: 'People', template: 'People to import.xlsx', people: 'People.xlsx', secrets: 'One-time passwords.xlsx' },
} as const satisfies Record<Language, object>;
