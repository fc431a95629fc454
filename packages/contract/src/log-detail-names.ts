/** What the fields in the detail of an audit log entry are called, and how their values are shown. Only the pages that show the log import this. */
import type { AgreementDocument } from './agreements.ts';
import type { AccountStatus } from './admin-accounts.ts';
import type { DirectoryProtocol } from './admin-directories.ts';
import type { DlpAction, DlpKind } from './admin-dlp.ts';
import type { LookReason, ManagedDeed, SharingKind } from './admin-files.ts';
import type { OffboardingCount, OffboardingPartName, OffboardingStep, SuccessorField } from './admin-offboarding.ts';
import type { Names } from './action-names.ts';
import type { LogResult } from './admin-logs.ts';
import type { LoggedDeed, LoggedKind } from './call-log.ts';
import type { RoleType } from './company-rights.ts';
import type { LinkPermission, LinkValidity, LinkVisitorType, LinkWatermark } from './links.ts';
import type { FactorKind } from './second-factor.ts';
import { signInRegionNames } from './sign-in-regions.ts';
import type { SignInRegion } from './sign-in-regions.ts';
import type { InstanceType } from './space-kinds.ts';

/** The kinds of objects that entries have. The others of the contract lead to an item, a person or a department, as which they are logged. */
export type EntryKind = Exclude<LoggedKind, 'binEntry' | 'request' | 'member'> | 'space';

export type DetailValue =
  | { readonly kind: 'text' | 'time' | 'boolean' | 'bytes' | 'bytesPerSecond' | 'count' }
  /** A number that counts nothing, such as that of a version. */
  | { readonly kind: 'number' }
  /** Named by the texts for levels, sensitivities and the items of file roles and company roles. */
  | { readonly kind: 'level' | 'sensitivity' | 'permissionItem' | 'adminItem' }
  /** `of`: null if there is no object to look up. */
  | { readonly kind: 'id'; readonly of: EntryKind | null }
  | { readonly kind: 'choice'; readonly names: Readonly<Record<string, Names>> }
  /** An object with `kind` (person or department) and `id`, and perhaps `role` (a level) and `expireTime`. */
  | { readonly kind: 'member' }
  | { readonly kind: 'list'; readonly of: DetailValue }
  | { readonly kind: 'fields'; readonly of: Readonly<Record<string, DetailField>> }
  /** An object of the same fields as the detail itself. */
  | { readonly kind: 'details' }
  /** The name of an action of the log. */
  | { readonly kind: 'action' }
  /** The value of a setting: whatever its code has. */
  | { readonly kind: 'json' };

export interface DetailField {
  readonly names: Names;
  readonly value: DetailValue;
  /** What null means; without it, nothing. */
  readonly none?: Names;
}

const both = (chinese: string, english: string): Names => ({ 'zh-CN': chinese, 'en-US': english });
const field = (chinese: string, english: string, value: DetailValue, none?: Names): DetailField => ({
  names: both(chinese, english),
  value,
  ...(none && { none }),
});
const choice = <Value extends string>(names: Readonly<Record<Value, Names>>): DetailValue => ({ kind: 'choice', names });
const list = (of: DetailValue): DetailValue => ({ kind: 'list', of });
const id = (of: EntryKind | null = null): DetailValue => ({ kind: 'id', of });

const text: DetailValue = { kind: 'text' };
const time: DetailValue = { kind: 'time' };
const boolean: DetailValue = { kind: 'boolean' };
const bytes: DetailValue = { kind: 'bytes' };
const count: DetailValue = { kind: 'count' };
const number: DetailValue = { kind: 'number' };
const level: DetailValue = { kind: 'level' };
const permissionItem: DetailValue = { kind: 'permissionItem' };

const noLimit = both('不限', 'No limit');

const counts: Readonly<Record<OffboardingCount, DetailField>> = {
  files: field('文件', 'Files', count),
  bytes: field('大小', 'Size', bytes),
  groups: field('群组', 'Groups', count),
  departments: field('部门', 'Departments', count),
  shares: field('共享', 'Shares', count),
  sharesEnded: field('结束的共享', 'Shares ended', count),
  links: field('失效的外链', 'Links withdrawn', count),
  grants: field('授权', 'Grants', count),
  asked: field('提出的申请', 'Requests made', count),
  toAnswer: field('待处理的申请', 'Requests to answer', count),
  tasks: field('任务', 'Tasks', count),
  uploads: field('上传', 'Uploads', count),
  imports: field('导入', 'Imports', count),
  memberships: field('加入的群组', 'Memberships', count),
  held: field('收到的权限', 'Permissions held', count),
  favourites: field('收藏', 'Favorites', count),
  notices: field('通知', 'Notifications', count),
  told: field('已通知的人', 'People told', count),
};

const successors: Readonly<Record<SuccessorField, DetailField>> = {
  space: field('个人空间', 'Personal space', id('person'), both('保留一段时间后清除', 'Kept for a term, then removed')),
  groups: field(
    '群组',
    'Groups',
    list({ kind: 'fields', of: { groupId: field('群组', 'Group', id('group')), userId: field('接手人', 'Successor', id('person')) } }),
  ),
  departments: field('部门管理', 'Department management', id('person')),
  shares: field('共享与授权', 'Shares and grants', id('person')),
};

const fields = {
  // People
  realName: field('姓名', 'Full name', text),
  userName: field('显示名', 'Display name', text),
  departmentId: field('部门', 'Department', id('department'), both('不属于任何部门', 'No department')),
  roleId: field('角色', 'Role', id('role')),
  roleIds: field('角色', 'Roles', list(id('role'))),
  expiresAt: field('有效期', 'Valid until', time, both('长期', 'No end')),
  quotaBytes: field('空间配额', 'Storage', bytes, noLimit),
  speedLimit: field('下载限速', 'Download speed', { kind: 'bytesPerSecond' }, both('公司默认', 'Company default')),
  frozen: field('已冻结', 'Suspended', boolean),
  change: field('修改', 'Change', { kind: 'details' }),
  withBelow: field('包含下级部门', 'With sub-departments', boolean),
  status: field(
    '状态',
    'Status',
    choice<AccountStatus>({
      active: both('正常', 'Active'),
      frozen: both('已冻结', 'Suspended'),
      expired: both('已过期', 'Expired'),
      left: both('已离职', 'Left'),
    }),
  ),
  checkId: field('导入', 'Import', id()),

  // Offboarding
  successors: field('接手人', 'Successors', { kind: 'fields', of: successors }),
  part: field(
    '步骤',
    'Step',
    choice<OffboardingPartName>({
      work: both('任务、上传与外链', 'Tasks, uploads and links'),
      space: both('个人空间', 'Personal space'),
      groups: both('担任组长的群组', 'Groups led'),
      departments: both('部门管理', 'Department management'),
      shares: both('发出的共享与授权', 'Shares and grants given'),
      requests: both('访问申请', 'Access requests'),
      held: both('加入的群组、收到的权限与收藏', 'Memberships, permissions, favorites'),
      account: both('账号', 'Account'),
    }),
  ),
  id: field('群组或部门', 'Group or department', id()),
  counts: field('数量', 'Numbers', { kind: 'fields', of: counts }),
  successorId: field('接手人', 'Successor', id('person'), both('无', 'None')),
  outcome: field(
    '结果',
    'Outcome',
    choice<OffboardingStep['outcome']>({
      done: both('已完成', 'Done'),
      kept: both('保留一段时间', 'Kept for a term'),
      gone: both('已不存在', 'No longer there'),
    }),
  ),

  // Departments and roles
  name: field('名称', 'Name', text),
  platformId: field('集成平台', 'Integration platform', id('platform')),
  defaultLevel: field('部门成员的默认权限', 'Default permission', level),
  userIds: field('管理者', 'Managers', list(id('person'))),
  type: field('类型', 'Type', choice<RoleType>({ ordinary: both('普通', 'Ordinary'), advanced: both('高级', 'Advanced') })),
  adminItems: field('管理权限', 'Administration', list({ kind: 'adminItem' })),
  fileItems: field('文件权限上限', 'File permission cap', list(permissionItem)),
  items: field('文件权限', 'File permissions', list(permissionItem)),
  replacementId: field('接替的角色', 'Replacement', id('role')),

  // Files
  fileName: field('新名称', 'New name', text),
  parentId: field('所在文件夹', 'Folder', id('item')),
  leaderId: field('新组长', 'New owner', id('person')),
  targetParentId: field('目标文件夹', 'Target folder', id('item')),
  onConflict: field(
    '重名时',
    'If the name is taken',
    choice({
      fail: both('不处理', 'Leave it'),
      rename: both('两个都保留', 'Keep both'),
      version: both('替换，存为新版本', 'Replace with a new version'),
      merge: both('合并', 'Merge'),
    }),
  ),
  sensitivity: field('密级', 'Sensitivity', { kind: 'sensitivity' }),
  version: field('版本', 'Version', number),
  versions: field('清除的版本数', 'Versions removed', count),
  keyword: field('关键词', 'Keyword', text),
  grounds: field('说明', 'In words', text),
  downloads: field('包括下载', 'To download it, too', boolean),
  told: field('已通知所有者', 'Owner told', boolean),
  what: field(
    '结束的对象',
    'Ended',
    choice<SharingKind>({ shares: both('内部共享', 'Internal shares'), links: both('外链', 'External links') }),
  ),
  ownerId: field('所有者', 'Owner', id('person')),
  entry: field('压缩包中的序号', 'Number in the archive', number),
  instanceType: field(
    '空间',
    'Space',
    choice<InstanceType>({
      1: both('个人文件', 'Personal files'),
      2: both('群组文件', 'Group files'),
      3: both('部门文件', 'Department files'),
      4: both('业务库', 'Service libraries'),
    }),
  ),
  commentId: field('评论', 'Comment', id()),
  tag: field('标签', 'Tag', text),
  taskId: field('任务', 'Task', id('task')),
  objects: field('对象数', 'Objects', count),
  place: field('新位置', 'New place', text),

  // Sharing, requests and groups
  members: field('共享成员', 'Recipients', list({ kind: 'member' })),
  expireTime: field('截止时间', 'Expires', time, both('长期', 'Never')),
  template: field('只下载模板', 'Template only', boolean),
  subject: field('对象', 'For', { kind: 'member' }),
  role: field('权限', 'Access level', level),
  level: field('权限', 'Access level', level, both('拒绝', 'Declined')),
  item: field('申请用于', 'Requested for', permissionItem),
  groupName: field('群组名称', 'Group name', text),
  preallocatedSize: field('预分配空间', 'Preallocated storage', bytes),
  userId: field('移交给', 'New owner', id('person')),
  leader: field('组长', 'Owner', id('person')),
  mine: field('本人登录', 'Own sign-in', boolean),
  accept: field('接受', 'Accepted', boolean),
  withdraw: field('撤回移交', 'Transfer withdrawn', boolean),
  cancel: field('取消解散', 'Deletion canceled', boolean),

  // Links
  permissions: field(
    '访客可以',
    'Visitors may',
    list(
      choice<LinkPermission>({
        preview: both('预览', 'Preview'),
        download: both('下载', 'Download'),
        edit: both('编辑', 'Edit'),
        upload: both('上传', 'Upload'),
      }),
    ),
  ),
  visitorType: field(
    '谁可以访问',
    'Who can open it',
    choice<LinkVisitorType>({
      everyone: both('所有人', 'Everyone'),
      login: both('登录认证', 'Signed in'),
      persons: both('指定人员', 'Named people'),
    }),
  ),
  validity: field(
    '有效期',
    'Valid for',
    choice<LinkValidity>({
      employment: both('在职期间', 'While employed'),
      '3d': both('3 天', '3 days'),
      '1w': both('1 周', '1 week'),
      '1m': both('1 个月', '1 month'),
      '3m': both('3 个月', '3 months'),
      custom: both('自定义', 'Custom'),
    }),
  ),
  visitLimit: field('访问次数上限', 'Visit limit', count, noLimit),
  watermark: field('水印', 'Watermark', choice<LinkWatermark>({ default: both('有', 'On'), none: both('无', 'Off') })),
  protected: field('有访问密码', 'Has a password', boolean),
  linkId: field('所用外链', 'Through link', id('link')),
  visitId: field('访问', 'Visit', id()),
  reviewId: field('外发审核', 'Outbound review', id('review')),
  reason: field(
    '原因',
    'Reason',
    choice({
      rules: both('含有不能外发的内容', 'Some content can’t go outside'),
      rights: both('创建者没有对外分享的权限', 'Its creator may not share it outside'),
      sensitive: both('含有高密级内容', 'High sensitivity, can’t go outside'),
      deleted: both('文件已删除', 'The file was deleted'),
      unvisited: both('长期无人访问', 'Nobody visited it'),
    }),
  ),

  // Configuration
  value: field('值', 'Value', { kind: 'json' }),
  changeId: field('还原的修改', 'Reverted change', id()),
  kind: field(
    '规则类型',
    'Rule type',
    choice<DlpKind>({
      keyword: both('关键词', 'Keyword'),
      pattern: both('匹配模式', 'Pattern'),
      suffix: both('扩展名', 'File extension'),
      size: both('大小', 'Size'),
      sensitivity: both('密级', 'Sensitivity'),
    }),
  ),
  action: field('处理方式', 'What happens', choice<DlpAction>({ review: both('人工审核', 'Review'), refuse: both('禁止外发', 'Refuse') })),
  document: field(
    '协议',
    'Agreement',
    choice<AgreementDocument>({
      serviceAgreement: both('用户服务协议', 'User service agreement'),
      privacyPolicy: both('隐私政策', 'Privacy policy'),
      usageRules: both('使用约定', 'Usage agreement'),
    }),
  ),
  asks: field('须重新同意', 'To be accepted again', boolean),
  edition: field('协议版次', 'Edition of the agreements', number),
  enabled: field('启用', 'Enabled', boolean),

  // Logs and regions
  networks: field('网段', 'Networks', list(text)),
  from: field('开始时间', 'From', time),
  to: field('结束时间', 'Until', time),
  deed: field(
    '类型',
    'Type',
    choice<LoggedDeed>({
      change: both('更改', 'Change'),
      read: both('读取', 'Read'),
      preview: both('预览', 'Preview'),
      download: both('下载', 'Download'),
      session: both('登录与退出', 'Sign-in and sign-out'),
    }),
  ),
  object: field('对象', 'Object', id()),
  result: field('结果', 'Result', choice<LogResult>({ done: both('成功', 'Done'), refused: both('拒绝', 'Refused') })),
  address: field('访问地址', 'Address', text),
  regionId: field('区域', 'Region', id('region')),
  needsSecondFactor: field('要求第二重验证', 'Asks for a second factor', boolean),
  factor: field(
    '验证方式',
    'Verified with',
    choice<FactorKind>({
      totp: both('验证器', 'Authenticator app'),
      passkey: both('通行密钥', 'Passkey'),
      recoveryCode: both('恢复码', 'Recovery code'),
    }),
  ),
  clientVersion: field('客户端版本', 'App version', text),
  system: field('操作系统', 'System', text),
  region: field('登录区域', 'Sign-in region', choice<SignInRegion>(signInRegionNames)),
  addresses: field('允许的地址', 'Addresses let in', list(text)),
  regionIds: field('允许的区域', 'Regions let in', list(text)),

  // Integration platforms
  issuer: field('签发者', 'Issuer', text),
  clientId: field('客户端编号', 'Client ID', text),
  scopes: field('权限范围', 'Scopes', text),
  algorithm: field('签名算法', 'Signing algorithm', text),
  accountNameClaim: field('账号字段', 'Claim with the account name', text),
  realNameClaim: field('姓名字段', 'Claim with the full name', text),
  mailClaim: field('邮箱字段', 'Claim with the email address', text),
  departmentClaim: field('部门字段', 'Attribute with the department', text),
  protocol: field(
    '接入协议',
    'Protocol',
    choice<DirectoryProtocol>({ ldap: both('轻量目录', 'Standard directory'), ad: both('活动目录', 'Active directory') }),
  ),
  url: field('目录地址', 'Directory address', text),
  startTls: field('传输加密', 'Encrypted by StartTLS', boolean),
  base: field('根节点', 'Base', text),
  user: field('查询账号', 'Reading account', text),
  filter: field('人员过滤条件', 'Filter for people', text),
  matchesAccounts: field('匹配同名账号', 'Matches accounts by name', boolean),
  createsAccounts: field('自动创建账号', 'Creates accounts', boolean),
  timedSync: field('自动同步', 'Syncs automatically', boolean),
  syncsDepartments: field('同步部门', 'Syncs departments', boolean),
  syncReason: field('放行原因', 'Reason to let it through', text),
  signInPlatformId: field('登录平台', 'Platform to sign in with', text, both('按账号对应', 'Matched by account name')),
  signInClaim: field('对应登录平台的字段', 'Claim that says who they are', text),
  isTheSignIn: field('默认登录方式', 'The way to sign in', boolean),
  asksSecondFactor: field('平台自行做第二重验证', 'Asks for a second factor itself', boolean),

  before: field('原来', 'Before', { kind: 'details' }),
} as const satisfies Readonly<Record<string, DetailField>>;

/** A field that may stand in the detail of an entry: only those that have a name. */
export type DetailName = keyof typeof fields;

const parentDepartment = { parentId: field('上级部门', 'Parent department', id('department'), both('顶层', 'Top level')) };

/** Where a field means something else than elsewhere. */
const ofAction: Readonly<Record<string, Readonly<Record<string, DetailField>>>> = {
  'adminDepartment.create': parentDepartment,
  'adminDepartment.move': parentDepartment,
  'adminFile.changeFound': {
    deed: field(
      '处理',
      'What is done',
      choice<ManagedDeed>({
        remove: both('移到回收站', 'Moved to the recycle bin'),
        setSensitivity: both('设置密级', 'Sensitivity set'),
        endShares: both('结束内部共享', 'Shares ended'),
        endLinks: both('结束外链', 'Links ended'),
      }),
    ),
  },
  'adminFile.look': {
    reason: field(
      '原因',
      'Reason',
      choice<LookReason>({
        incident: both('安全事件', 'Security incident'),
        law: both('法律事务', 'Legal matter'),
        help: both('用户求助', 'Help request'),
        other: both('其他', 'Other'),
      }),
    ),
  },
  'adminFileRole.update': { before: field('原来的文件权限', 'File permissions before', list(permissionItem)) },
  'adminLog.export': {
    userId: field('人员', 'Person', id('person')),
    action: field('操作', 'Action', { kind: 'action' }),
  },
};

/** The field of an action's entry. Undefined for what an older release wrote. */
export const detailField = (action: string, name: string): DetailField | undefined =>
  ofAction[action]?.[name] ?? (Object.hasOwn(fields, name) ? fields[name as DetailName] : undefined);

export const detailNames = Object.keys(fields) as readonly DetailName[];

export const kindNames: Readonly<Record<EntryKind, Names>> = {
  item: both('文件或文件夹', 'File or folder'),
  space: both('空间', 'Space'),
  group: both('群组', 'Group'),
  department: both('部门', 'Department'),
  person: both('用户', 'Person'),
  role: both('角色', 'Role'),
  share: both('内部共享', 'Internal share'),
  link: both('外链', 'External link'),
  review: both('外发审核', 'Outbound review'),
  dlpRule: both('内容规则', 'Content rule'),
  region: both('区域', 'Region'),
  allowlistRule: both('白名单规则', 'Allowlist rule'),
  platform: both('集成平台', 'Integration platform'),
  setting: both('设置', 'Setting'),
  task: both('任务', 'Task'),
};
