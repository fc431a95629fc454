/** The messages for the person at the terminal. Each text consists of complete sentences, without a line break at the end. */
import type { Language } from '@alcove/contract';
import type { VerifyTexts } from '../audit-seals/index.ts';
import type { SettingFault } from '../config.ts';
import type { FolderTrouble } from '../database/index.ts';
import { english } from './texts-en.ts';
import { chinese } from './texts-zh.ts';

export type Missing = 'office' | 'pdf' | 'films' | 'heic' | 'archives';

/** What a command needs to talk to the person at the terminal. */
export interface Terminal {
  say: (line: string) => void;
  texts: TerminalTexts;
}

export interface TerminalTexts {
  language: Language;
  ready(address: string, seconds: string): string;
  /** Null if the operator chose the password: it is not printed, because terminal output is often kept in logs. */
  signIn(password: string | null): string;
  sampleMade(people: string, password: string | null): string;
  sampleThere(people: string): string;
  stopping(signal: string): string;
  singleUser: string;
  /** Somebody has moved the files or the database, and this server has the old settings. */
  movedAway: string;
  /** For `serve create-admin`. */
  createAdmin: {
    whom: string;
    made(accountName: string, password: string): string;
    refused(why: string): string;
  };
  /** For `serve allowlist-off`: how many rules were on. */
  allowlistOff(n: number): string;
  /** For `serve reset-password`. */
  password: {
    ofWhom: string;
    noSuchAccount(accountName: string): string;
    given(accountName: string, password: string): string;
    closed: Record<'frozen' | 'expired', string>;
  };
  /** For `serve verify-log`. */
  verifyLog: VerifyTexts;

  /** The heading of a list. `cellsToo`: a message about the missing sandbox was printed before it. */
  notInstalled(cellsToo: boolean): string;
  without: Record<Missing, string>;
  install: string;
  refused: Record<'notInstalled' | 'notAllowed' | 'unknownMachine', string>;
  unconfined: string;

  /** Why a setting is invalid. */
  setting(fault: SettingFault): string;
  portInUse(port: number, free: number): string;
  portNotAllowed(port: number): string;
  noSuchAddress(host: string): string;
  folder: {
    inUse(folder: string, processId: number): string;
    /** `command` makes the user who starts Alcove the owner of the folder. */
    ofAnother(folder: string, command: string): string;
  } & Record<Exclude<FolderTrouble['kind'], 'inUse' | 'ofAnother'>, (folder: string) => string>;
  unknown(what: string): string;
}

/** POSIX determines the language of messages the same way: the first of the three that is set. */
export const terminalTexts = ({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined> = process.env): TerminalTexts =>
  /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? chinese : english;
