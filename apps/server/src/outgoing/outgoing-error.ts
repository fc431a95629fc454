/** A call to another server failed. The reason is for the operator's log only: nobody who typed the address learns what is there. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
}
