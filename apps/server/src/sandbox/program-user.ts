import { isRoot, programUsers } from '../reserved-users.ts';

const taken = new Set<number>();

/**
 * A user whom no other run is, as long as the work lasts: a program that is taken over meets nobody of its own number, neither another run
 * nor a service. Only root can become somebody else.
 */
export async function asOwnUser<Result>(work: (user: { uid?: number; gid?: number }) => Promise<Result>): Promise<Result> {
  if (!isRoot()) return work({});
  const uid = drawn();
  taken.add(uid);
  try {
    return await work({ uid, gid: uid });
  } finally {
    taken.delete(uid);
  }
}

/** By chance: two servers on one machine begin at different numbers. */
function drawn(): number {
  const { first, last } = programUsers;
  for (;;) {
    const uid = first + Math.floor(Math.random() * (last - first + 1));
    if (!taken.has(uid)) return uid;
  }
}
