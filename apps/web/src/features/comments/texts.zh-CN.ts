export const comments = {
  title: '评论',
  write: '写评论',
  send: '发送',
  remove: '删除评论',
  removeTitle: '删除这条评论？',
  removeConfirm: '删除评论',
  open: '查看',
  older: '更早的评论',
  all: '全部 {n} 条',
  none: '还没有评论',
  noneText: '发表第一条评论，所有者会收到通知。',
  noneReadOnly: '有人评论后会显示在这里。',
} as const;
