/** Options that are numbers. */
export type NumberOption = 'keep' | 'hold' | 'rate';

/** Why a command of the operator cannot be carried out. texts.ts turns it into words. */
export type RefusedBecause =
  | { kind: 'noFolder' | 'foreignFolder' | 'otherInstallation' | 'noBackup' | 'newerFormat'; folder: string }
  | { kind: 'noSuchBackup'; folder: string; name: string }
  | { kind: 'otherRelease'; name: string; migration: string }
  | { kind: 'manifestDamaged' | 'fileDamaged'; file: string }
  | { kind: 'objectsDamaged'; count: number; shown: readonly string[] }
  | { kind: 'databaseNotEmpty'; table: string }
  | { kind: 'storeNotEmpty' | 'wrongStore'; bucket: string }
  | { kind: 'noRoom'; folder: string; needed: number }
  | { kind: 'tooMuchAtOnce' }
  | { kind: 'numberWrong'; option: NumberOption }
  | { kind: 'movedElsewhere'; place: string }
  | { kind: 'heldTooLong'; seconds: number }
  | { kind: 'settingMissing'; names: readonly string[] }
  | { kind: 'anotherRuns' | 'connectionLost' };

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly because: RefusedBecause;

  constructor(because: RefusedBecause, options?: ErrorOptions) {
    super(JSON.stringify(because), options);
    this.because = because;
  }
}
