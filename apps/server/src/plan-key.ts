/** The key of a small upload's object is its plan (upload/signed-plans.ts): `<id>.<size>.<whose>.<what>`. */

interface PlanKey {
  /** A UUIDv7. */
  id: string;
  /** Bytes, to the base 36. */
  size: string;
  /** The proof of whose it is. */
  whose: string;
  /** The proof of what was planned. */
  what: string;
}

const shape = /^(?<id>[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21})\.(?<size>[0-9a-z]{1,11})\.(?<whose>[\w-]{16})\.(?<what>[\w-]{16})$/;

/** Null if the key has another shape. Nothing is proved yet. */
export const readPlanKey = (objectKey: string): PlanKey | null => (shape.exec(objectKey)?.groups as PlanKey | undefined) ?? null;

/** Milliseconds since 1970, which a UUIDv7 begins with. */
export const plannedAt = ({ id }: Pick<PlanKey, 'id'>): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The day on which it was planned, as `2026-01-31` in UTC. Null if the object is not that of a small upload. */
export function dayOfPlan(objectKey: string): string | null {
  const plan = readPlanKey(objectKey);
  return plan && new Date(plannedAt(plan)).toISOString().slice(0, 10);
}
