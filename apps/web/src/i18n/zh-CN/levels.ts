/** What somebody may do, in the words of specification 2 section 6; one set for groups, departments, shares and requests. */
export const levels = {
  none: '无',
  forbidden: '不可见',
  uploader: '仅上传',
  observer: '仅列表',
  reader: '仅阅读',
  defaultRole: '默认（仅预览）',
  sharedPerson: '下载，不可转存',
  operator: '上级部门管理者',
  viewOnly: '仅预览',
  download: '下载',
  edit: '编辑',
  externalSharing: '外部分享',
  manager: '管理',
} as const;
