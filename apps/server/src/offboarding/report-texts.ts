/** The words of the downloaded report. */
import type { Language, OffboardingCount, OffboardingPartName, OffboardingStep } from '@alcove/contract';

type Words = Readonly<Record<Language, string>>;

export const heads = {
  'zh-CN': ['事项', '名称', '数量', '接手人', '结果', '时间'],
  'en-US': ['Part', 'Name', 'Amount', 'Successor', 'Result', 'Time'],
} as const;

export const reportName = (name: string, language: Language): string =>
  language === 'zh-CN' ? `${name}的离职报告` : `Offboarding report of ${name}`;

export const partNames: Record<OffboardingPartName, Words> = {
  work: { 'zh-CN': '任务、上传、外链与登录', 'en-US': 'Tasks, uploads, external links and sign-ins' },
  space: { 'zh-CN': '个人空间', 'en-US': 'Personal space' },
  groups: { 'zh-CN': '担任组长的群组', 'en-US': 'Group led' },
  departments: { 'zh-CN': '部门管理', 'en-US': 'Department management' },
  shares: { 'zh-CN': '发出的共享与授权', 'en-US': 'Shares and grants given' },
  requests: { 'zh-CN': '访问申请', 'en-US': 'Access requests' },
  held: { 'zh-CN': '加入的群组、收到的权限与收藏', 'en-US': 'Memberships, permissions and favorites' },
  account: { 'zh-CN': '账号', 'en-US': 'Account' },
};

export const outcomeNames: Record<OffboardingStep['outcome'], Words> = {
  done: { 'zh-CN': '完成', 'en-US': 'Done' },
  kept: { 'zh-CN': '暂时保留', 'en-US': 'Kept for a term' },
  gone: { 'zh-CN': '已不存在', 'en-US': 'No longer there' },
};

export const countNames: Record<OffboardingCount, Words> = {
  files: { 'zh-CN': '文件', 'en-US': 'Files' },
  bytes: { 'zh-CN': '大小', 'en-US': 'Size' },
  groups: { 'zh-CN': '群组', 'en-US': 'Groups' },
  departments: { 'zh-CN': '部门', 'en-US': 'Departments' },
  shares: { 'zh-CN': '共享', 'en-US': 'Shares' },
  sharesEnded: { 'zh-CN': '结束的共享', 'en-US': 'Shares ended' },
  grants: { 'zh-CN': '授权', 'en-US': 'Grants' },
  asked: { 'zh-CN': '撤回的申请', 'en-US': 'Requests withdrawn' },
  toAnswer: { 'zh-CN': '转出的申请', 'en-US': 'Requests passed on' },
  tasks: { 'zh-CN': '取消的任务', 'en-US': 'Tasks canceled' },
  uploads: { 'zh-CN': '取消的上传', 'en-US': 'Uploads canceled' },
  imports: { 'zh-CN': '清除的导入', 'en-US': 'Imports cleared' },
  links: { 'zh-CN': '取消的外链分享', 'en-US': 'External links withdrawn' },
  memberships: { 'zh-CN': '退出的群组', 'en-US': 'Groups left' },
  held: { 'zh-CN': '收回的权限', 'en-US': 'Permissions ended' },
  favourites: { 'zh-CN': '清除的收藏', 'en-US': 'Favorites cleared' },
  notices: { 'zh-CN': '清除的消息', 'en-US': 'Notifications cleared' },
  told: { 'zh-CN': '收到通知的人', 'en-US': 'People told' },
};
