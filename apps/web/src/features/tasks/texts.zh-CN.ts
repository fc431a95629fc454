export const tasks = {
  list: '进行中的任务',
  progress: '{done} / {total} 项',
  cancel: '取消任务',
  other: '后台任务',
  otherDone: '后台任务已完成',
  otherCancelled: '后台任务已取消',
  otherFailed: '后台任务失败：{reason}',
} as const;
