import { isRoot, programUsers } from '../reserved-users.ts';

const taken = new Set<number>();

/**
 * A user id that no other run has at the same time: a program under attack shares its user with no other run and no service. Only root can
 * switch to another user.
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

/** Random, so that two servers on one machine begin at different numbers. */
function drawn(): number {
  const { first, last } = programUsers;
  for (;;) {
    const uid = first + Math.floor(Math.random() * (last - first + 1));
    if (!taken.has(uid)) return uid;
  }
}
