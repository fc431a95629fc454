export const plot = {
  asTable: '表格',
  tableOf: '{title}：表格',
  unknown: '无数据',
  keys: '用左右方向键逐点查看，Home 和 End 到两端。',
  enter: '按回车只看这一点的内容。',
} as const;
