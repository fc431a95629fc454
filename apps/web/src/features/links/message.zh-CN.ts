/** What a person sends with a link. Both languages are at hand whatever the interface speaks, because the recipient may not share it. */
export const linkMessage = {
  intro: '我用云阁给你分享了「{name}」',
  introUpload: '请把文件上传到「{name}」',
  link: '链接：{url}',
  password: '密码：{password}',
  until: '有效期至 {when}',
  note: '备注：{note}',
} as const;
