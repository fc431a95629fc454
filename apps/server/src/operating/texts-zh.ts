/** What the commands for backups say, in Chinese. */
import type { NumberOption, RefusedBecause } from './refusal.ts';
import type { OperatingTexts } from './texts.ts';

const list = (shown: readonly string[], count: number): string => `${shown.join('、')}${count > shown.length ? ' 等' : ''}`;

export const chinese: OperatingTexts = {
  backupWhere: '请指定存放备份的文件夹，最好位于另一块磁盘：./start backup /backup/alcove',
  restoreWhence: '请指定备份所在的文件夹：./start restore /backup/alcove',
  table: (name) => `数据库：${name} …`,
  objects: ({ done, total, percent, left }) => `文件：${done} / ${total}（${percent}%）${left === null ? '' : `，预计还需${left}`} …`,
  secondsLeft: (seconds) =>
    seconds < 90 ? ` ${seconds} 秒` : seconds < 5400 ? ` ${Math.round(seconds / 60)} 分钟` : ` ${(seconds / 3600).toFixed(1)} 小时`,
  backedUp: ({ name, rows, objects, size, copied, copiedSize, pruned }) =>
    `备份 ${name} 已完成：${rows} 行数据、${objects} 个对象（${size}），其中新增 ${copied} 个（${copiedSize}）。` +
    (pruned > 0 ? `已删除 ${pruned} 个旧备份。` : ''),
  missing: ({ missingCount, missing }) =>
    `有 ${missingCount} 个文件所需的对象在存储中缺失或不完整，备份中也没有：${list(missing, missingCount)}。请运行检查。`,
  restored: ({ name, rows, objects, size }) => `已恢复备份 ${name}：${rows} 行数据、${objects} 个对象（${size}）。`,
  leftOut: ({ damagedCount, damaged }) => `备份中有 ${damagedCount} 个对象已损坏，未恢复：${list(damaged, damagedCount)}。`,
  missingThen: (count) => `有 ${count} 个对象在备份时就已缺失。`,
  drillWhat: '请指定备份所在的文件夹：./start restore-drill /backup/alcove',
  drilled: ({ name, rows, objects, size, restoreSeconds, checkSeconds, check }) =>
    `${check === 0 ? '恢复演练成功' : '恢复演练发现问题'}：备份 ${name}（${rows} 行数据、${objects} 个对象、${size}）恢复用时 ${restoreSeconds} 秒，检查用时 ${checkSeconds} 秒。演练中恢复的内容已清除。`,
  checkNow: '投入使用之前，请先检查：./start check --contents',
  changesHeld: '现在暂停修改，不超过一分钟；查看和下载照常进行 …',
  changesReleased: '用时过长，已恢复修改，先复制其余部分 …',
  storeMoved: ({ objects, size, heldSeconds, already }) =>
    already ? '文件此前已迁移完成。' : `文件已迁移：${objects} 个对象（${size}），均已逐一比对。修改共暂停 ${heldSeconds.toFixed(1)} 秒。`,
  startWithStore:
    '服务器已停止，并且不会再以旧设置启动。请使用新存储启动：把 ALCOVE_S3_…（或 ALCOVE_DATA_DIR）设置为现在 ALCOVE_TO_… 的值。在运行 ./start check --contents 确认无误之前，请保留旧存储。',
  databaseMoved: ({ rows, heldSeconds, already }) =>
    already ? '数据库此前已迁移完成。' : `数据库已迁移：共 ${rows} 行。修改共暂停 ${heldSeconds.toFixed(1)} 秒。`,
  databaseRehearsed: ({ rows, heldSeconds }) =>
    `演练完成：迁移 ${rows} 行大约需要暂停修改 ${Math.ceil(heldSeconds)} 秒。没有改动任何数据。`,
  startWithDatabase:
    '服务器已停止，并且不会再以旧数据库启动。请使用新数据库启动：把 DATABASE_URL 设置为现在 ALCOVE_TO_DATABASE_URL 的值。在运行 ./start check 确认无误之前，请保留旧数据库。',
  databaseTakenBack: '旧数据库已恢复使用。迁移之后在新数据库中的修改不在其中。',
  databaseNotMoved: '此数据库没有迁移过。',
  faultyInOld: (faulty, count) => `旧存储中有 ${count} 个对象缺失或损坏，新存储中也是如此：${list(faulty, count)}。请运行检查。`,
  damaged: ({ fault, objectKey, instanceId, version }) =>
    fault === 'missing'
      ? `${instanceId} 第 ${version} 版的内容 ${objectKey} 在存储中缺失或不完整。`
      : `${instanceId} 第 ${version} 版的内容 ${objectKey} 与存入时不一致。`,
  contentsRead: ({ contents, size, damaged }) =>
    damaged === 0
      ? `已读取 ${contents} 份内容（${size}），每个字节都与存入时一致。`
      : `已读取 ${contents} 份内容（${size}），其中 ${damaged} 份已损坏或缺失。请从备份中恢复，或重新上传相同的文件。`,
  interrupted: '已中断。再次运行时会沿用已复制的内容。',
  refused,
};

const numberWrong: Readonly<Record<NumberOption, string>> = {
  keep: '--keep 须为要保留的备份数量（不小于 1）：--keep=14',
  hold: '--hold 需要大于 0 的秒数，即允许暂停修改的最长时间，例如 --hold=120',
  rate: '--rate 需要大于 0 的数，单位为 MiB/秒，例如 --rate=20',
};

function refused(because: RefusedBecause): string {
  switch (because.kind) {
    case 'noFolder':
      return `${because.folder} 不是备份文件夹。`;
    case 'foreignFolder':
      return `${because.folder} 中有其他文件：请指定空文件夹，或已有备份的文件夹。`;
    case 'otherInstallation':
      return `${because.folder} 中是另一套云阁的备份：请指定其他文件夹。`;
    case 'noBackup':
      return `${because.folder} 中没有完整的备份。`;
    case 'noSuchBackup':
      return `${because.folder} 中没有名为 ${because.name} 的完整备份。`;
    case 'newerFormat':
      return `${because.folder} 中的备份由更新版本的云阁生成：请用该版本或更高版本恢复。`;
    case 'otherRelease':
      return `备份 ${because.name} 由更新版本的云阁生成（含有当前版本没有的 ${because.migration}）：请用该版本或更高版本恢复。`;
    case 'manifestDamaged':
    case 'fileDamaged':
      return `备份已损坏：${because.file} 与写入时不一致。请用 --backup=… 指定较早的备份。`;
    case 'objectsDamaged':
      return `备份已损坏：有 ${because.count} 个对象缺失或与写入时不一致：${list(because.shown, because.count)}。数据库未恢复。如需恢复其余全部内容，请加上 --despite-damage 再次运行。`;
    case 'databaseNotEmpty':
      return `数据库不是空的（已有表 ${because.table}）。备份只能恢复到空数据库：请指定其他数据库或数据文件夹。`;
    case 'storeNotEmpty':
      return `存储「${because.bucket}」不是空的。备份只能恢复到空存储：请指定其他存储桶或数据文件夹。`;
    case 'wrongStore':
      return `存储「${because.bucket}」与数据库不对应：请设为服务器所用的存储。`;
    case 'noRoom':
      return `${because.folder} 的剩余空间不足，演练约需 ${Math.ceil(because.needed / 2 ** 20)} MiB：请用 --scratch=… 指定其他文件夹。`;
    case 'movedElsewhere':
      return `数据库已迁移到 ${because.place}。如需重新使用旧数据库，请运行：./start move-database --take-back`;
    case 'heldTooLong':
      return `复制用时超过了允许暂停修改的 ${because.seconds} 秒，因此没有迁移，修改照常进行。--rehearse 可测出所需时间，--hold=… 可放宽秒数。`;
    case 'tooMuchAtOnce':
      return '一分钟内到达的文件多于能复制的数量，因此没有切换，修改照常进行。请在较空闲时再次运行此命令，会从中断处继续。';
    case 'settingMissing':
      return `请指明迁移目标：设置 ${because.names.join('、')}。`;
    case 'numberWrong':
      return numberWrong[because.option];
    case 'anotherRuns':
      return '该数据库的另一个备份或迁移正在进行。';
    case 'connectionLost':
      return '与数据库的连接已断开，期间可能有对象被清除。请再次运行，已复制的内容会沿用。';
    default:
      return because satisfies never;
  }
}
