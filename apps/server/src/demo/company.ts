import type { GroupLevel } from '@alcove/contract';

/** The departments of a small sample company. */
export const departments = [
  { name: '云阁科技', children: ['研发中心', '产品设计部', '市场部', '财务部', '人力资源部', '法务部'] },
] as const;

export const people: readonly { accountName: string; realName: string; department: string; english?: boolean }[] = [
  { accountName: 'wanglei', realName: '王磊', department: '研发中心' },
  { accountName: 'zhaomin', realName: '赵敏', department: '产品设计部' },
  { accountName: 'liuyang', realName: '刘洋', department: '市场部' },
  { accountName: 'smith', realName: 'John Smith', department: '市场部', english: true },
  { accountName: 'linruoxi', realName: '林若溪', department: '产品设计部' },
  { accountName: 'shenjiahe', realName: '沈嘉禾', department: '产品设计部' },
  { accountName: 'chensiyuan', realName: '陈思远', department: '市场部' },
  { accountName: 'zhoumu', realName: '周牧', department: '财务部' },
  { accountName: 'xuqingyang', realName: '许清扬', department: '市场部' },
  { accountName: 'hanyizhou', realName: '韩亦舟', department: '研发中心' },
  { accountName: 'heshuyao', realName: '何书瑶', department: '人力资源部' },
  { accountName: 'tangyi', realName: '唐意', department: '产品设计部' },
  { accountName: 'qinwang', realName: '秦望', department: '研发中心' },
  { accountName: 'liuzhiyuan', realName: '柳知远', department: '研发中心' },
  { accountName: 'sunhao', realName: '孙浩', department: '研发中心' },
  { accountName: 'zhuwen', realName: '朱雯', department: '财务部' },
  { accountName: 'gaofei', realName: '高飞', department: '市场部' },
  { accountName: 'luoying', realName: '罗颖', department: '人力资源部' },
  { accountName: 'xiejun', realName: '谢军', department: '法务部' },
  { accountName: 'dongqing', realName: '董青', department: '法务部' },
  { accountName: 'yaolan', realName: '姚岚', department: '财务部' },
  { accountName: 'fangzhou', realName: '方舟', department: '研发中心' },
  { accountName: 'emma_clark', realName: 'Emma Clark', department: '产品设计部', english: true },
  { accountName: 'pengxue', realName: '彭雪', department: '人力资源部' },
];

/** `room` is the quota in GiB, small enough for a leader with the default quota. `files`: the group gets the sample files. */
export const groups: readonly {
  name: string;
  description: string;
  leader: string;
  room: number;
  members: readonly { name: string; level: GroupLevel; department?: boolean }[];
  files?: boolean;
}[] = [
  {
    name: '发布会专项组',
    description: '秋季发布会的物料、讲稿和日程',
    leader: 'linruoxi',
    room: 5,
    files: true,
    members: [
      { name: 'chensiyuan', level: 'manager' },
      { name: 'shenjiahe', level: 'externalSharing' },
      { name: 'xuqingyang', level: 'edit' },
      { name: 'tangyi', level: 'edit' },
      { name: 'hanyizhou', level: 'download' },
      { name: 'wanglei', level: 'edit' },
      { name: 'smith', level: 'viewOnly' },
      { name: '人力资源部', level: 'viewOnly', department: true },
    ],
  },
  {
    name: '招聘协作',
    description: '岗位说明、面试安排和评估表',
    leader: 'wanglei',
    room: 2,
    members: [
      { name: 'heshuyao', level: 'manager' },
      { name: '研发中心', level: 'download', department: true },
    ],
  },
  {
    name: 'Brand suppliers',
    description: 'Briefs and deliveries of outside agencies',
    leader: 'smith',
    room: 2,
    members: [
      { name: 'emma_clark', level: 'edit' },
      { name: 'zhaomin', level: 'externalSharing' },
      { name: 'wanglei', level: 'download' },
    ],
  },
];

/** The managers of each department and the folders of its space. */
export const departmentSpaces: readonly { department: string; manager: string; folders: readonly string[] }[] = [
  { department: '云阁科技', manager: 'wanglei', folders: ['公司制度', '员工手册', '品牌素材'] },
  { department: '研发中心', manager: 'hanyizhou', folders: ['架构设计', '发布记录'] },
  { department: '产品设计部', manager: 'zhaomin', folders: ['设计规范', '用户研究'] },
  { department: '市场部', manager: 'liuyang', folders: ['活动物料', '媒体资料'] },
  { department: '财务部', manager: 'zhoumu', folders: ['预算', '报销模板'] },
  { department: '人力资源部', manager: 'heshuyao', folders: ['招聘', '培训'] },
  { department: '法务部', manager: 'xiejun', folders: ['合同范本'] },
];

export const folders = ['品牌升级 2026', '产品发布会物料', '客户合同', '季度复盘'];
export const englishFolders = ['Brand refresh 2026', 'Launch event', 'Customer contracts', 'Quarterly reviews'];
