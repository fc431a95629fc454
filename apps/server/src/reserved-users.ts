/**
 * The numbers of the users that Alcove becomes when it runs as root. They need no entry in /etc/passwd: the range is one that Debian and
 * systemd give to nobody, and that fits into a container of 65,536 users. Not nobody (65534), whom other programs become too.
 */
export const databaseUser = { uid: 60_706, gid: 60_706 };
/** Each run of a program that opens people's files is one of these. */
export const programUsers = { first: 60_707, last: 61_183 };

export const isRoot = (): boolean => process.getuid?.() === 0;
