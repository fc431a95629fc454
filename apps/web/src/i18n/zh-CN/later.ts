export const later = {
  title: '{name}还没有开放',
  text: '这个页面正在准备。在此之前，可以先用个人文件。',
  goHome: '去个人文件',
} as const;
