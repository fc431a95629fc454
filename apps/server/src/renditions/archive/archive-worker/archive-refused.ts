import type { Refusal } from '../../converter.ts';

/** The archive is at fault. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}
