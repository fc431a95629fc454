/**
 * The user ids that Alcove uses when it runs as root. They need no entry in /etc/passwd: Debian and systemd leave this range unassigned,
 * and it fits into a container with 65,536 users. The user `nobody` (65534) is not used, because other programs run as it too.
 */
export const databaseUser = { uid: 60_706, gid: 60_706 };
/** Each run of a program that opens people's files uses one of these. */
export const programUsers = { first: 60_707, last: 61_183 };

export const isRoot = (): boolean => process.getuid?.() === 0;
