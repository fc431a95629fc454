/** Terminal messages in American English. */
import { settingInEnglish } from './settings-en.ts';
import type { TerminalTexts } from './texts.ts';

const nothingIsOpened =
  'Files can be stored, shared and downloaded, but there are no previews and no thumbnails, and documents can be found only by name.';
const inSeal = (seal: string | null): string => (seal === null ? '' : ` (${seal})`);
const section = 'docs/running.md, "Programs that open people\'s files"';

export const english: TerminalTexts = {
  language: 'en-US',
  ready: (address, seconds) => `Alcove is ready after ${seconds} s. Open this address in a browser: ${address}`,
  signIn: (password) =>
    password === null
      ? 'Sign in as admin with the password of ALCOVE_ADMIN_PASSWORD.'
      : `Sign in as admin with this password, which is shown only once: ${password}`,
  sampleMade: (people, password) =>
    password === null
      ? `The sample company: ${people}, … They all have the password of ALCOVE_DEMO_PASSWORD.`
      : `The sample company: ${people}, … They all have this password, which is shown only once: ${password}`,
  sampleThere: (people) => `The sample company already exists: ${people}, … Their password was shown when it was created.`,
  stopping: (signal) => `Stopping (${signal}) …`,
  movedAway:
    'The files or the database were moved. Stopping, because this server still uses the old place: start it with the new settings.',
  singleUser:
    'ALCOVE_S3_SINGLE_USER: uploads are signed by the user that reads the whole store. Where the store obeys headers that are not signed ' +
    '(Ceph does), every person who uploads can read every object. ALCOVE_S3_UPLOAD_ACCESS_KEY names a user that may only write.',
  createAdmin: {
    whom: 'Name the account to create: ./start create-admin wanglei',
    made: (accountName, password) =>
      `The administrator ${accountName} was created. The password, which is shown only this once: ${password}\nIt must be changed at the first sign-in.`,
    refused: (why) => `${why}. No account was created.`,
  },
  allowlistOff: (n) =>
    n === 0
      ? 'No rule of the IP allowlist was on.'
      : `The IP allowlist is off: ${n} ${n === 1 ? 'rule was' : 'rules were'} switched off. Nothing was deleted.`,
  password: {
    ofWhom: 'Name the account whose password was lost: ./start reset-password admin',
    noSuchAccount: (accountName) => `There is no account '${accountName}'. Nothing was changed.`,
    given: (accountName, password) =>
      `The new password of ${accountName}, which is shown only this once: ${password}\nThe old one is no longer valid, and everybody who was signed in with this account is signed out. It must be changed at the next sign-in.`,
    closed: {
      frozen: 'This account is suspended: nobody can sign in with it until an administrator lifts the suspension.',
      expired: 'This account has expired: nobody can sign in with it until an administrator extends it.',
    },
  },
  verifyLog: {
    comparing: (entries) => `${entries} entries of the audit log compared …`,
    intact: (entries, sealedTo, sealedTime) =>
      sealedTime === null
        ? 'The audit log has not been sealed yet, and no entry has been waiting for long.'
        : `The audit log is what was sealed: ${entries} entries compared; sealed up to entry ${sealedTo} at ${sealedTime}.`,
    fault: {
      missing: (entry, seal) =>
        `Entry ${entry} of the audit log is missing: it was sealed${inSeal(seal)}, and somebody has deleted it since.`,
      changed: (entry, seal) =>
        `Entry ${entry} of the audit log is not the one that was written${inSeal(seal)}: somebody has changed it since.`,
      swapped: (entry, seal) => `Entry ${entry} of the audit log has changed places with another one${inSeal(seal)}.`,
      added: (entry, seal) => `Entry ${entry} of the audit log was added later: the log was sealed without it${inSeal(seal)}.`,
      olderDatabase: (entry) =>
        `This database is older than the seals in the store, as after restoring an older backup: from entry ${entry} on, the log is not the one that was sealed.`,
      sealMissing: (_entry, seal) =>
        `A seal of the audit log is missing from the store${seal ? ` (${seal})` : ''}: somebody has removed it.`,
      sealAltered: (_entry, seal) =>
        `A seal of the audit log is not what was written${seal ? ` (${seal})` : ''}: somebody has altered it in the store.`,
      notSealed: (entry) =>
        `Entry ${entry} of the audit log and those after it have not been sealed for more than 15 minutes. Check that the server is running and can write to the store.`,
    },
    accepted: (kind, entry) =>
      `The log is compared only from where an operator accepted it as it was (${kind}${entry === null ? '' : `, entry ${entry}`}).`,
    interrupted: 'Interrupted: not everything was compared.',
    nothingToAccept: 'Nothing is wrong with the log, so there is nothing to accept.',
    nowAccepted:
      'The log is accepted as it is. It is sealed and compared from here on; what was accepted stays in the seals and in the log itself.',
    busy: 'A server is sealing the log at this moment. Try again.',
  },

  notInstalled: (cellsToo) =>
    cellsToo ? 'Some programs are also not installed. Without them:' : 'Some programs are not installed. Alcove works, but without them:',
  without: {
    office: 'Word, Excel and PowerPoint files have no preview (LibreOffice)',
    pdf: 'PDF files have no thumbnails and cannot be searched by content (Poppler)',
    films: 'videos that browsers cannot play have no preview (FFmpeg)',
    heic: 'HEIC photos from phones are not shown (libheif)',
    archives: '7z and RAR archives cannot be opened (7-Zip)',
  },
  install: 'On Debian and Ubuntu, this installs what is missing. Then restart Alcove:',
  refused: {
    notInstalled: `bubblewrap is not installed. Alcove runs the programs that open people's files in its sandbox, and never without it. ${nothingIsOpened}`,
    notAllowed: `This machine does not let bubblewrap sandbox the programs that open people's files, and Alcove never runs them without a sandbox. ${nothingIsOpened} See ${section} for what to change.`,
    unknownMachine: `The programs that open people's files can be sandboxed only on x86-64 and ARM64 processors, and Alcove never runs them without a sandbox. ${nothingIsOpened}`,
  },
  unconfined: `ALCOVE_UNCONFINED_PREVIEWS is set: programs open people's files without a sandbox, and a malicious file can take over this server. See ${section}.`,

  setting: settingInEnglish,
  portInUse: (port, free) =>
    `Port ${port} is in use, perhaps by another Alcove. Stop what uses it, or choose another port: ALCOVE_PORT=${free} ./start`,
  portNotAllowed: (port) => `This user is not allowed to listen on port ${port}. Choose 1024 or higher: ALCOVE_PORT=8080 ./start`,
  noSuchAddress: (host) => `This machine has no address '${host}': set ALCOVE_HOST to one of its own, to 127.0.0.1, or to 0.0.0.0 for all.`,
  folder: {
    inUse: (folder, processId) =>
      `Alcove is already running with the data folder ${folder} (process ${processId}): use that one, or stop it first (kill ${processId}).`,
    ofAnother: (folder, command) =>
      `The data folder ${folder} belongs to another user, perhaps because Alcove was started as root once. Set ALCOVE_DATA_DIR to a folder of your own, or take this one over:\n  ${command}`,
    notAllowed: (folder) =>
      `This user cannot write to the data folder ${folder}: set ALCOVE_DATA_DIR to a folder that belongs to this user.`,
    readOnly: (folder) => `The disk of the data folder ${folder} is read-only: set ALCOVE_DATA_DIR to a folder on another one.`,
    noFolder: (folder) =>
      `${folder} is not a folder, and none can be created there: set ALCOVE_DATA_DIR to another place for the data folder.`,
    diskFull: (folder) =>
      `The disk of the data folder ${folder} is full: free some space, or set ALCOVE_DATA_DIR to a folder on another disk.`,
  },
  unknown: (what) => `Alcove could not start: ${what}`,
};
