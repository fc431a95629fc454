export const admin = {
  peopleAndDepartments: '用户与部门',
  people: '用户管理',
  roles: '角色权限',
  operations: '运行',
  reviews: '外发审核',
  contentRules: '内容规则',
  recycle: '二级回收站',
  logs: '日志管理',
  agreements: '协议',
  configuration: '业务配置',
  leave: '离开管理后台',
  back: '返回云盘',
} as const;
