import type { Refusal } from '../../converter.ts';

/** The archive is at fault. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}
