/**
 * A small upload has no row while it is open. What was checked is signed into its key, and whoever comes with the key later repeats it
 * (docs/decisions/0108). A key is `<id>.<size>.<whose>.<what>`.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { InstanceId } from '@alcove/contract';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { plannedAt, readPlanKey } from '../plan-key.ts';

/** What a person was allowed to upload. */
export interface Planned {
  userId: string;
  parentId: InstanceId;
  name: string;
  md5: string;
  /** Bytes. */
  size: number;
}

export interface SignedPlan {
  objectKey: string;
  /** Goes along with every request to the store. */
  token: string;
  /** Bytes. */
  size: number;
}

export interface SignedPlans {
  /** Of the store that has the bodies. */
  readonly mark: string;
  sign(planned: Planned): SignedPlan;
  /** The plan with this key. Null if it is nobody's, somebody else's, or older than a day. */
  read(objectKey: string, userId: string): SignedPlan | null;
  /** Whether just this was planned with the key. */
  isOf(objectKey: string, planned: Planned): boolean;
}

/** An upload of this size is soon done. Objects that no row names are looked for when they are three times as old (removal/sweep-strays.ts). */
const lifeMs = 24 * 3_600_000;
const proofBytes = 12;
const tokenBytes = 18;
/** `mark` is that of the store: once the company's files are in another one, the bodies of open uploads are not there. */
export function signedPlans({ secret, mark, now }: { secret: Buffer; mark: string; now: () => Date }): SignedPlans {
  const key = createSecretKey(secret); // bytes would become a key for each proof, which costs eight times the proof
  const proofOf = (...of: readonly string[]): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([mark, ...of]))
      .digest();
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const what = (start: string, { userId, parentId, name, md5 }: Planned): string =>
    text(proofOf('what', start, userId, parentId, name, md5).subarray(0, proofBytes));
  function whose(start: string, userId: string): { proof: string; token: string } {
    const bytes = proofOf('whose', start, userId);
    return { proof: text(bytes.subarray(0, proofBytes)), token: text(bytes.subarray(proofBytes, proofBytes + tokenBytes)) };
  }

  return {
    mark,
    sign(planned) {
      const start = `${newId()}.${planned.size.toString(36)}`;
      const { proof, token } = whose(start, planned.userId);
      return { objectKey: `${start}.${proof}.${what(start, planned)}`, token, size: planned.size };
    },
    read(objectKey, userId) {
      const key = readPlanKey(objectKey);
      if (!key) return null;
      const { proof, token } = whose(`${key.id}.${key.size}`, userId);
      if (!isSame(key.whose, proof) || now().getTime() - plannedAt(key) > lifeMs) return null;
      return { objectKey, token, size: Number.parseInt(key.size, 36) };
    },
    isOf(objectKey, planned) {
      const key = readPlanKey(objectKey);
      return key !== null && key.size === planned.size.toString(36) && isSame(key.what, what(`${key.id}.${key.size}`, planned));
    },
  };
}

/** The caller's plan with this key. What visitors of a link upload is not the creator's, and has a row. */
export const planOf = ({ plans }: { plans: SignedPlans }, objectKey: string, { userId, visitor }: Caller): SignedPlan | null =>
  visitor ? null : plans.read(objectKey, userId);

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));
