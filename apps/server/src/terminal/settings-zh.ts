/** Terminal messages for invalid settings, in Chinese. */
import type { SettingFault } from '../config.ts';

export function settingInChinese(fault: SettingFault): string {
  switch (fault.kind) {
    case 'notWhole':
      return `${fault.name} 必须是 ${fault.least} 到 ${fault.most} 之间的整数，不能是「${fault.given}」`;
    case 'tooShort':
      return `${fault.name} 至少需要 ${fault.least} 个字符`;
    case 'exceeds':
      return `${fault.name} 不能大于 ${fault.other}`;
    case 'notOneOf':
      return `${fault.name} 只能是 ${fault.choices.join('、')} 之一，不能是「${fault.given}」`;
    case 'notAccepted':
      return `${fault.name} 只能设为 accepted 或不设置，不能是「${fault.given}」`;
    case 'notDatabase':
      return `${fault.name} 必须以 postgres:// 或 postgresql:// 开头`;
    case 'notAddress':
      return `${fault.name} 必须是 http 或 https 地址，不能是「${fault.given}」`;
    case 'notOrigin':
      return `${fault.name} 必须是 https://files.example 这样的源（协议、主机和端口），不能是「${fault.given}」`;
    case 'notOrigins':
      return `${fault.name} 必须列出 https://drive.example 这样的源（协议、主机和端口），不能是「${fault.given}」`;
    case 'notNetworks':
      return `${fault.name} 必须列出 IP 地址或 10.0.0.0/8 这样的网段，不能是「${fault.given}」`;
    case 'notBucket':
      return `${fault.name} 不是有效的存储桶名称：「${fault.given}」`;
    case 'diskStoreOnly':
      return `${fault.name} 只用于磁盘存储：S3 存储有自己的地址`;
    case 'storeIncomplete':
      return `还必须设置 ${fault.missing.join('、')}：S3 存储需要 ${fault.names.join('、')}`;
    case 'uploaderIsOwner':
      return `${fault.names.access} 和 ${fault.names.owner} 不能是同一个用户`;
    case 'uploaderIncomplete':
      return `${fault.names.access} 和 ${fault.names.secret} 必须同时设置`;
    case 'uploaderMissing':
      return (
        `必须设置 ${fault.names.access} 和 ${fault.names.secret}：存储中一个只能写入的用户。没有它，在某些存储引擎上，` +
        `任何能上传的人都能读取整个存储；如果接受这一风险，请设置 ${fault.names.single}=accepted`
      );
  }
}
