/** What the commands for backups say, in American English. */
import type { NumberOption, RefusedBecause } from './refusal.ts';
import type { OperatingTexts } from './texts.ts';

const list = (shown: readonly string[], count: number): string => `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;

export const english: OperatingTexts = {
  backupWhere: 'Name the folder for the backup, best on another disk: ./start backup /backup/alcove',
  restoreWhence: 'Name the folder with the backup: ./start restore /backup/alcove',
  table: (name) => `Database: ${name} …`,
  objects: ({ done, total, percent, left }) => `Files: ${done} of ${total} (${percent}%)${left === null ? '' : `, ${left} left`} …`,
  secondsLeft: (seconds) =>
    seconds < 90
      ? `about ${seconds} s`
      : seconds < 5400
        ? `about ${Math.round(seconds / 60)} min`
        : `about ${(seconds / 3600).toFixed(1)} h`,
  backedUp: ({ name, rows, objects, size, copied, copiedSize, pruned }) =>
    `The backup ${name} is complete: ${rows} rows and ${objects} objects (${size}), of which ${copied} (${copiedSize}) were new.` +
    (pruned > 0 ? ` Older backups removed: ${pruned}.` : ''),
  missing: ({ missingCount, missing }) =>
    `${missingCount} objects that files need are not in the store, or not whole, so the backup does not have them either: ${list(missing, missingCount)}. Run the check.`,
  restored: ({ name, rows, objects, size }) => `The backup ${name} was restored: ${rows} rows and ${objects} objects (${size}).`,
  leftOut: ({ damagedCount, damaged }) =>
    `${damagedCount} objects are damaged in the backup and were left out: ${list(damaged, damagedCount)}.`,
  missingThen: (count) => `${count} objects were already missing when the backup was made.`,
  drillWhat: 'Name the folder with the backups: ./start restore-drill /backup/alcove',
  drilled: ({ name, rows, objects, size, restoreSeconds, checkSeconds, check }) =>
    `${check === 0 ? 'The drill succeeded' : 'The drill found faults'}: the backup ${name} (${rows} rows, ${objects} objects, ${size}) was restored in ${restoreSeconds} s and checked in ${checkSeconds} s. What was restored is removed again.`,
  checkNow: 'Before people work with it, check it: ./start check --contents',
  damaged: ({ fault, objectKey, instanceId, version }) =>
    fault === 'missing'
      ? `${objectKey} of ${instanceId} version ${version} is not in the store, or not whole.`
      : `${objectKey} of ${instanceId} version ${version} has other bytes than those that were stored.`,
  contentsRead: ({ contents, size, damaged }) =>
    damaged === 0
      ? `${contents} contents (${size}) were read: every byte is what was stored.`
      : `${contents} contents (${size}) were read; damaged or missing: ${damaged}. Put them back from a backup, or upload the same files again.`,
  changesHeld: 'Changes are held now, for less than a minute; people view and download as usual …',
  changesReleased: 'That took too long: changes go on, and the rest is copied first …',
  storeMoved: ({ objects, size, heldSeconds, already }) =>
    already
      ? 'The files had been moved already.'
      : `The files were moved: ${objects} objects (${size}), each compared. Changes were held for ${heldSeconds.toFixed(1)} s.`,
  startWithStore:
    'The servers have stopped, and do not start with the old settings any more. Start them with the new store: set ALCOVE_S3_… (or ALCOVE_DATA_DIR) to what ALCOVE_TO_… is now. Keep the old store until you have checked: ./start check --contents',
  databaseMoved: ({ rows, heldSeconds, already }) =>
    already
      ? 'The database had been moved already.'
      : `The database was moved: ${rows} rows. Changes were held for ${heldSeconds.toFixed(1)} s.`,
  databaseRehearsed: ({ rows, heldSeconds }) =>
    `Rehearsed: the move of ${rows} rows would hold changes for about ${Math.ceil(heldSeconds)} s. Nothing was changed.`,
  startWithDatabase:
    'The servers have stopped, and do not start with the old database any more. Start them with the new one: set DATABASE_URL to what ALCOVE_TO_DATABASE_URL is now. Keep the old one until you have checked: ./start check',
  databaseTakenBack: 'The old database is in use again. What was changed in the new one since is not in it.',
  databaseNotMoved: 'This database was not moved.',
  faultyInOld: (faulty, count) =>
    `${count} objects are missing or damaged in the old store, and so in the new one: ${list(faulty, count)}. Run the check.`,
  interrupted: 'Interrupted. The next run takes over what was copied.',
  refused,
};

const numberWrong: Readonly<Record<NumberOption, string>> = {
  keep: '--keep needs the number of backups to keep, 1 or more: --keep=14',
  hold: '--hold needs the seconds for which changes may wait, more than 0: --hold=120',
  rate: '--rate needs MiB a second, more than 0: --rate=20',
};

function refused(because: RefusedBecause): string {
  switch (because.kind) {
    case 'noFolder':
      return `${because.folder} is not a backup folder.`;
    case 'foreignFolder':
      return `${because.folder} contains other files: name an empty folder, or one with backups.`;
    case 'otherInstallation':
      return `${because.folder} contains the backups of another installation: name another folder.`;
    case 'noBackup':
      return `${because.folder} contains no complete backup.`;
    case 'noSuchBackup':
      return `${because.folder} has no complete backup named ${because.name}.`;
    case 'newerFormat':
      return `The backup in ${because.folder} was made by a newer Alcove: restore it with that release or a later one.`;
    case 'otherRelease':
      return `The backup ${because.name} was made by a newer Alcove (it has ${because.migration}, this one does not): restore it with that release or a later one.`;
    case 'manifestDamaged':
    case 'fileDamaged':
      return `The backup is damaged: ${because.file} is not what was written. Name an older backup: --backup=…`;
    case 'objectsDamaged':
      return `The backup is damaged: ${because.count} objects are missing or not what was written: ${list(because.shown, because.count)}. The database was not restored. To restore everything else, run the command again with --despite-damage.`;
    case 'databaseNotEmpty':
      return `The database is not empty (it has the table ${because.table}). A backup is only restored into an empty one: name another database or data folder.`;
    case 'storeNotEmpty':
      return `The store '${because.bucket}' is not empty. A backup is only restored into an empty one: name another bucket or data folder.`;
    case 'wrongStore':
      return `The store '${because.bucket}' does not belong to the database: set the store of the server.`;
    case 'noRoom':
      return `${because.folder} has too little free space for the drill, which needs about ${Math.ceil(because.needed / 2 ** 20)} MiB: name another folder with --scratch=…`;
    case 'movedElsewhere':
      return `The database was already moved, to ${because.place}. To use the old one again: ./start move-database --take-back`;
    case 'heldTooLong':
      return `The copy took longer than the ${because.seconds} s for which changes may wait. Nothing was moved, and changes go on. --rehearse says how long it takes; --hold=… allows more seconds.`;
    case 'tooMuchAtOnce':
      return 'More files arrive than can be copied within a minute. Nothing was switched, and changes go on. Run the command again at a quieter time: it goes on where it was.';
    case 'settingMissing':
      return `Say where to move: set ${because.names.join(', ')}.`;
    case 'numberWrong':
      return numberWrong[because.option];
    case 'anotherRuns':
      return 'Another backup or move of this database is running.';
    case 'connectionLost':
      return 'The connection to the database was lost, so objects may have been removed meanwhile. Run the command again: it takes over what was copied.';
    default:
      return because satisfies never;
  }
}
