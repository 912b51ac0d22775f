/** Processor architectures with known system calls. */
export type Architecture = 'x64' | 'arm64'

/** The number of a system call on x64 and on arm64; null if the architecture lacks it. */
export type CallNumbers = readonly [x64: number | null, arm64: number | null]

/** The last call of Linux 5.16. Later calls return ENOSYS: the effects of calls added later are unknown here. */
export const lastKnownCall = 451

/** Calls denied to a confined reader. Numbers of Linux: asm/unistd_64.h and asm-generic/unistd.h. */
export const refusedCalls = {
  // Network: the channels to the server are already open.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  // Other processes, and leaving the process group that the server kills.
  fork: [57, null],
  vfork: [58, null],
  kill: [62, 129],
  tkill: [200, 130],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pidfd_getfd: [438, 438],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  kcmp: [312, 272],
  setns: [308, 268],
  unshare: [272, 97],
  setsid: [112, 157],
  setpgid: [109, 154],
  // Identity, permissions and times of files, which Landlock does not control.
  setuid: [105, 146],
  setgid: [106, 144],
  setreuid: [113, 145],
  setregid: [114, 143],
  setresuid: [117, 147],
  setresgid: [119, 149],
  setfsuid: [122, 151],
  setfsgid: [123, 152],
  setgroups: [116, 159],
  capset: [126, 91],
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  chown: [92, null],
  fchown: [93, 55],
  lchown: [94, null],
  fchownat: [260, 54],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  // Access to files by other means than opening their path.
  truncate: [76, 45],
  chroot: [161, 51],
  pivot_root: [155, 41],
  mount: [165, 40],
  umount2: [166, 39],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  inotify_init: [253, null],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  mknod: [133, null],
  mknodat: [259, 33],
  // Memory and queues that outlive the process or that RLIMIT_DATA does not count.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  shmdt: [67, 197],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  mq_timedsend: [242, 182],
  mq_timedreceive: [243, 183],
  mq_notify: [244, 184],
  mq_getsetattr: [245, 185],
  // Parts of the kernel that no reader needs.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_setup: [206, 0],
  io_submit: [209, 2],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  syslog: [103, 116],
  acct: [163, 89],
  reboot: [169, 142],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  personality: [135, 92],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  lookup_dcookie: [212, 18],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
} as const satisfies Readonly<Record<string, CallNumbers>>

/** Calls that return ENOSYS, so that the C library falls back to older ones, whose arguments a filter can examine. */
export const absentCalls = {
  clone3: [435, 435],
  openat2: [437, 437],
} as const satisfies Readonly<Record<string, CallNumbers>>

/** Calls allowed or denied by their arguments. */
export const examinedCalls = {
  open: [2, null],
  openat: [257, 56],
  clone: [56, 220],
  tgkill: [234, 131],
  prlimit64: [302, 261],
  prctl: [157, 167],
} as const satisfies Readonly<Record<string, CallNumbers>>

/** Calls by which a process confines itself. */
export const confiningCalls = {
  capset: [126, 91],
  seccomp: [317, 277],
  landlock_create_ruleset: [444, 444],
  landlock_add_rule: [445, 445],
  landlock_restrict_self: [446, 446],
} as const satisfies Readonly<Record<string, CallNumbers>>

/** Returns the number of a call on an architecture, or null. */
export function callNumber(numbers: CallNumbers, architecture: Architecture): number | null {
  return architecture === 'x64' ? numbers[0] : numbers[1]
}
