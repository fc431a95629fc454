export const tags = {
  add: '标签',
  placeholder: '输入标签，按回车添加',
  remove: '移除标签「{tag}」',
  counted: '{n} 个标签，最多 {most} 个',
  filterBy: '只看标签「{tag}」',
  filtered: '标签：{tag}',
  clear: '取消标签筛选',
} as const;
