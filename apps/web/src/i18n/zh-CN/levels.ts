/** What somebody may do, in the words of specification 2 section 6; one set for groups, departments, shares and requests. */
export const levels = {
  none: '无',
  forbidden: '禁止访问',
  viewOnly: '仅预览',
  download: '下载',
  edit: '编辑',
  externalSharing: '外部分享',
  manager: '管理',
} as const;
