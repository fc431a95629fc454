/** What the commands for backups say. Each text consists of complete sentences, without a line break at the end. */
import type { Language } from '@alcove/contract';
import type { Damage } from '../content-checks/index.ts';
import type { BackupMade } from './backup.ts';
import type { Drilled } from './drill.ts';
import type { DatabaseMoved } from './move-database.ts';
import type { StoreMoved } from './move-store.ts';
import type { RefusedBecause } from './refusal.ts';
import type { Restored } from './restore.ts';
import { english } from './texts-en.ts';
import { chinese } from './texts-zh.ts';

export interface OperatingTexts {
  backupWhere: string;
  restoreWhence: string;
  table(name: string): string;
  /** `left`: null if it is unknown. */
  objects(of: { done: string; total: string; percent: number; left: string | null }): string;
  secondsLeft(seconds: number): string;
  backedUp(made: BackupMade & { size: string; copiedSize: string }): string;
  missing(made: { missingCount: number; missing: readonly string[] }): string;
  restored(made: Restored & { size: string }): string;
  leftOut(made: { damagedCount: number; damaged: readonly string[] }): string;
  drillWhat: string;
  drilled(made: Drilled & { size: string }): string;
  missingThen(count: number): string;
  checkNow: string;
  changesHeld: string;
  changesReleased: string;
  storeMoved(of: StoreMoved & { size: string }): string;
  startWithStore: string;
  databaseMoved(of: DatabaseMoved): string;
  databaseRehearsed(of: DatabaseMoved): string;
  startWithDatabase: string;
  databaseTakenBack: string;
  databaseNotMoved: string;
  faultyInOld(faulty: readonly string[], count: number): string;
  interrupted: string;
  damaged(damage: Damage): string;
  contentsRead(of: { contents: number; size: string; damaged: number }): string;
  refused(because: RefusedBecause): string;
}

export const operatingTexts: Readonly<Record<Language, OperatingTexts>> = { 'en-US': english, 'zh-CN': chinese };
