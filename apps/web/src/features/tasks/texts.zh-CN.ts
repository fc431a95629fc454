export const tasks = {
  list: '进行中的任务',
  progress: '{done} / {total} 项',
  cancel: '取消任务',
  other: '后台任务',
  otherDone: '后台任务已完成',
  otherCancelled: '后台任务已取消',
  otherFailed: '后台任务失败：{reason}',
  importTitle: '导入用户：{name}',
  importDone: '已导入 {n} 人',
  importCancelled: '导入已停止，已创建 {n} 人',
  importSome: '{n} 行未导入，详见导入页面',
} as const;
