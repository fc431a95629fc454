export const comingSoon = {
  title: '{name}尚未开放',
  text: '这个功能正在准备中，可以先使用个人文件。',
  goHome: '去个人文件',
} as const;
