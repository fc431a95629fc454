/**
 * The seccomp filter of confined programs: a classic BPF program that the kernel runs on the number and the arguments of every system call.
 * It refuses what no converter needs and what sandbox escapes were made of: namespaces and mounts, other processes' memory, keys, tracing,
 * io_uring, network families, memory that no limit counts.
 */

interface Machine {
  /** AUDIT_ARCH_… of the kernel's headers. */
  audit: number;
  /** The column in `refused`. */
  column: 0 | 1;
  clone: number;
  clone3: number;
  socket: number;
  ioctl: number;
  personality: number;
}
const machines: Readonly<Record<string, Machine>> = {
  x64: { audit: 0xc000_003e, column: 0, clone: 56, clone3: 435, socket: 41, ioctl: 16, personality: 135 },
  arm64: { audit: 0xc000_00b7, column: 1, clone: 220, clone3: 435, socket: 198, ioctl: 29, personality: 92 },
};

/** Numbers on x86-64 and arm64; null if the architecture has no such call. */
const refused: Readonly<Record<string, readonly [number | null, number | null]>> = {
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  // Mounts and namespaces.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  fanotify_init: [300, 262],
  // The machine.
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  lookup_dcookie: [212, 18],
  vhangup: [153, 58],
  // Large, young parts of the kernel.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  vmsplice: [278, 75],
  mbind: [237, 235],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy: [238, 237],
  // Memory that belongs to no process and no folder.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
};

const errors = { notPermitted: 1, noSuchCall: 38, noSuchFamily: 97 };
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuse = (error: number): number => 0x0005_0000 | error;

/** Offsets in the filter's input: the call's number, the architecture, the low halves of the first two arguments. */
const given = { number: 0, machine: 4, first: 16, second: 24 };

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];
const load = (place: number): Instruction => [0x20, 0, 0, place];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
/** Skips that many instructions. */
const ifEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value];
const ifAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value];
const ifAnyBit = (bits: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, bits];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const newNamespaces = 0x7e02_0000;
const unixFamily = 1;
/** TIOCSTI and TIOCLINUX, which type into somebody else's terminal. */
const [typing, pasting] = [0x5412, 0x541c];
const x32 = 0x4000_0000;

/** Null for an architecture whose calls are not listed here: programs are not confined there. */
export function syscallFilter(architecture: string): Buffer | null {
  const machine = machines[architecture];
  if (!machine) return null;
  const numbers = Object.values(refused).flatMap((columns) => columns[machine.column] ?? []);
  const when = (number: number, ...then: Instruction[]): Instruction[] => [ifEqual(number, 0, then.length), ...then];
  return assembled([
    load(given.machine),
    ifEqual(machine.audit, 1, 0),
    answer(killProcess),
    load(given.number),
    // x86-64 has the same calls under other numbers; other architectures have no numbers this high.
    ifAtLeast(x32, 0, 1),
    answer(killProcess),
    ...numbers.flatMap((number) => when(number, answer(refuse(errors.notPermitted)))),
    // The flags of clone3 are in memory, where a filter cannot look. Without clone3 the C library falls back to clone.
    ...when(machine.clone3, answer(refuse(errors.noSuchCall))),
    ...when(machine.clone, load(given.first), ifAnyBit(newNamespaces, 0, 1), answer(refuse(errors.notPermitted)), answer(allow)),
    ...when(machine.socket, load(given.first), ifEqual(unixFamily, 1, 0), answer(refuse(errors.noSuchFamily)), answer(allow)),
    ...when(
      machine.ioctl,
      load(given.second),
      ifEqual(typing, 1, 0),
      ifEqual(pasting, 0, 1),
      answer(refuse(errors.notPermitted)),
      answer(allow),
    ),
    ...when(
      machine.personality,
      load(given.first),
      ifEqual(0, 2, 0),
      ifEqual(0xffff_ffff, 1, 0),
      answer(refuse(errors.notPermitted)),
      answer(allow),
    ),
    answer(allow),
  ]);
}

/** In the kernel's format: `struct sock_filter`, eight bytes each. */
function assembled(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}
