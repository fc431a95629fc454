/** Terminal messages in Chinese. */
import { settingInChinese } from './settings-zh.ts';
import type { TerminalTexts } from './texts.ts';

const nothingIsOpened = '文件可以照常存储、共享和下载，但没有预览和缩略图，文档只能按名称搜索。';
const section = "docs/running.md 的「Programs that open people's files」一节";

const inSeal = (seal: string | null): string => (seal === null ? '' : `（${seal}）`);

export const chinese: TerminalTexts = {
  language: 'zh-CN',
  ready: (address, seconds) => `云阁已启动，用时 ${seconds} 秒。请在浏览器中打开：${address}`,
  signIn: (password) =>
    password === null
      ? '请用 admin 登录，密码为 ALCOVE_ADMIN_PASSWORD 的值。'
      : `请用 admin 登录，密码如下（仅显示这一次，请妥善保存）：${password}`,
  sampleMade: (people, password) =>
    password === null
      ? `示例公司的账号：${people} 等，密码均为 ALCOVE_DEMO_PASSWORD 的值。`
      : `示例公司的账号：${people} 等，共用以下密码（仅显示这一次）：${password}`,
  sampleThere: (people) => `示例公司已经存在，账号：${people} 等，密码在创建时已显示过。`,
  stopping: (signal) => `正在停止（${signal}）…`,
  movedAway: '文件或数据库已迁移到新位置。此服务器仍在使用旧位置，现在停止：请以新设置启动。',
  singleUser:
    'ALCOVE_S3_SINGLE_USER：上传由能够读取整个存储的用户签名。如果存储会执行未签名的请求头（例如 Ceph），任何能上传的人都能读取所有对象。' +
    '请用 ALCOVE_S3_UPLOAD_ACCESS_KEY 指定一个只能写入的用户。',
  createAdmin: {
    whom: '请指定要新建的管理员账号：./start create-admin wanglei',
    made: (accountName, password) => `已新建管理员 ${accountName}，密码（仅显示这一次，请妥善保存）：${password}\n首次登录时须修改密码。`,
    refused: (why) => `${why}，未新建账号。`,
  },
  allowlistOff: (n) => (n === 0 ? 'IP 白名单中没有启用的规则。' : `已停用 IP 白名单：停用了 ${n} 条规则，规则没有删除。`),
  password: {
    ofWhom: '请指定要重置密码的账号：./start reset-password admin',
    noSuchAccount: (accountName) => `没有「${accountName}」这个账号，未作任何更改。`,
    given: (accountName, password) =>
      `账号 ${accountName} 的新密码（仅显示这一次，请妥善保存）：${password}\n旧密码已失效，该账号在各处的登录均已退出。下次登录时须修改密码。`,
    closed: {
      frozen: '该账号已冻结，由管理员解冻之前无法登录。',
      expired: '该账号已过期，由管理员延长有效期之前无法登录。',
    },
  },
  verifyLog: {
    comparing: (entries) => `已核对 ${entries} 条审计日志……`,
    intact: (entries, sealedTo, sealedTime) =>
      sealedTime === null
        ? '审计日志尚未封存过，也没有等待过久的记录。'
        : `审计日志与封存时一致：共核对 ${entries} 条，已封存至第 ${sealedTo} 号记录（${sealedTime}）。`,
    fault: {
      missing: (entry, seal) => `审计日志缺少第 ${entry} 号记录${inSeal(seal)}：这条记录已经封存，之后被删除。`,
      changed: (entry, seal) => `审计日志第 ${entry} 号记录与写入时不符${inSeal(seal)}：有人改过它。`,
      swapped: (entry, seal) => `审计日志第 ${entry} 号记录与另一条互换了位置${inSeal(seal)}。`,
      added: (entry, seal) => `审计日志第 ${entry} 号记录是事后加入的${inSeal(seal)}：封存时没有这一条。`,
      olderDatabase: (entry) => `数据库比存储中的封存记录旧，可能是恢复了较早的备份：从第 ${entry} 号记录起，日志与封存时不符。`,
      sealMissing: (_entry, seal) => `存储中缺少审计日志的封存记录${inSeal(seal)}：有人删除了它。`,
      sealAltered: (_entry, seal) => `审计日志的封存记录与写入时不符${inSeal(seal)}：有人在存储中改过它。`,
      notSealed: (entry) => `审计日志从第 ${entry} 号记录起，超过 15 分钟没有封存。请确认服务器正在运行，并且能写入存储。`,
    },
    accepted: (kind, entry) => `只核对运维人员确认之后的日志（当时的情况：${kind}${entry === null ? '' : `，第 ${entry} 号记录`}）。`,
    interrupted: '已中断：没有全部核对完。',
    nothingToAccept: '审计日志没有问题，无需确认。',
    nowAccepted: '已确认审计日志的现状，从此处起继续封存和核对。确认的内容会保留在封存记录和审计日志中。',
    busy: '服务器正在封存审计日志，请再试一次。',
  },

  notInstalled: (cellsToo) => (cellsToo ? '此外，还有程序没有安装，因此：' : '有些程序没有安装。云阁可以使用，但是：'),
  without: {
    office: 'Word、Excel 和 PowerPoint 文件无法预览（LibreOffice）',
    pdf: 'PDF 文件没有缩略图，也无法按内容搜索（Poppler）',
    films: '浏览器本身不支持的视频无法播放（FFmpeg）',
    heic: '手机拍摄的 HEIC 照片无法显示（libheif）',
    archives: '无法查看 7z 和 RAR 压缩包的内容（7-Zip）',
  },
  install: '在 Debian 和 Ubuntu 上，用下面的命令安装缺少的程序，然后重新启动云阁：',
  refused: {
    notInstalled: `没有安装 bubblewrap。打开用户文件的程序要由它隔离，没有隔离就一律不运行。${nothingIsOpened}`,
    notAllowed: `这台机器不允许 bubblewrap 隔离打开用户文件的程序，没有隔离就一律不运行。${nothingIsOpened}如何调整，见 ${section}。`,
    unknownMachine: `打开用户文件的程序只有在 x86-64 和 ARM64 处理器上才能隔离，没有隔离就一律不运行。${nothingIsOpened}`,
  },
  unconfined: `按照 ALCOVE_UNCONFINED_PREVIEWS 的设置，打开用户文件的程序在这里没有隔离：恶意文件可能借此控制整台服务器。见 ${section}。`,

  setting: settingInChinese,
  portInUse: (port, free) => `端口 ${port} 已被占用，可能是另一个云阁。请停止占用它的程序，或者换一个端口：ALCOVE_PORT=${free} ./start`,
  portNotAllowed: (port) => `当前用户无权监听端口 ${port}，请换用 1024 及以上的端口：ALCOVE_PORT=8080 ./start`,
  noSuchAddress: (host) => `这台机器没有「${host}」这个地址：请把 ALCOVE_HOST 设为本机的地址、127.0.0.1，或 0.0.0.0（所有地址）。`,
  folder: {
    inUse: (folder, processId) =>
      `云阁已经在使用数据文件夹 ${folder} 运行（进程 ${processId}）。请直接使用，或者先停止它：kill ${processId}`,
    ofAnother: (folder, command) =>
      `数据文件夹 ${folder} 属于另一个用户，可能是因为曾以 root 身份启动过云阁。请把 ALCOVE_DATA_DIR 设为自己的文件夹，或者用下面的命令接管这个文件夹：\n  ${command}`,
    notAllowed: (folder) => `当前用户无权写入数据文件夹 ${folder}：请把 ALCOVE_DATA_DIR 设为属于当前用户的文件夹。`,
    readOnly: (folder) => `数据文件夹 ${folder} 所在的磁盘是只读的：请把 ALCOVE_DATA_DIR 设为其他磁盘上的文件夹。`,
    noFolder: (folder) => `${folder} 不是文件夹，也无法在那里新建：请把 ALCOVE_DATA_DIR 设为其他位置。`,
    diskFull: (folder) => `数据文件夹 ${folder} 所在的磁盘没有空间了：请清理磁盘，或者把 ALCOVE_DATA_DIR 设为其他磁盘上的文件夹。`,
  },
  unknown: (what) => `云阁无法启动：${what}`,
};
