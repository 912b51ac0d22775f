/**
 * How well a reader is shut in, strongest first.
 *
 * - `sealed`: own network, process, mount and IPC namespaces; sees a read-only root with the runtime, the product and its
 *   input, and may write its output folder only; a user of its own, without capabilities; limits of the kernel.
 * - `confined`: no network, no other process, an empty environment that nobody else's can be read from; opens the runtime, the
 *   product and its input, and may write its output folder only (Landlock, seccomp); limits of the kernel. Needs no privileges.
 * - `restricted`: a user of its own, without capabilities, with the kernel's limits, but it sees the machine's files and network.
 * - `limited`: this user, with the kernel's limits.
 * - `process`: a process of its own that is watched and killed, nothing more.
 */
export const isolationLevels = ['sealed', 'confined', 'restricted', 'limited', 'process'] as const
/** One of `isolationLevels`. */
export type IsolationLevel = (typeof isolationLevels)[number]

/** Whether a level isolates at least as strictly as another. */
export function isAtLeast(level: IsolationLevel, minimum: IsolationLevel): boolean {
  return isolationLevels.indexOf(level) <= isolationLevels.indexOf(minimum)
}

/** How a level is reached on this machine. */
export type SandboxMethod =
  | 'namespaces'
  | 'user-namespace'
  | 'landlock-user'
  | 'landlock'
  | 'stranger'
  | 'limits'
  | 'plain'

/** What each method amounts to. */
export const levelOf: Readonly<Record<SandboxMethod, IsolationLevel>> = {
  namespaces: 'sealed',
  'user-namespace': 'sealed',
  'landlock-user': 'confined',
  landlock: 'confined',
  stranger: 'restricted',
  limits: 'limited',
  plain: 'process',
}

/** What readers are shut in with, for the health page. */
export interface IsolationReport {
  readonly level: IsolationLevel
  readonly method: SandboxMethod
  /** Whether a reader is kept from the network, from the machine's files, and from this process's user. */
  readonly network: boolean
  readonly files: boolean
  readonly user: boolean
  /** Whether the kernel holds memory, processor time and file sizes; a watcher of ours holds them on top wherever it can look. */
  readonly limits: boolean
  /** Why no stronger method was taken: method → first line of what went wrong. */
  readonly refused: Readonly<Partial<Record<SandboxMethod, string>>>
}

/** The report of a method that works here. */
export function describeMethod(method: SandboxMethod, refused: IsolationReport['refused']): IsolationReport {
  const level = levelOf[method]
  const isShutIn = level === 'sealed' || level === 'confined'
  return {
    level,
    method,
    network: isShutIn,
    files: isShutIn,
    user: level === 'sealed' || level === 'restricted' || method === 'landlock-user',
    limits: level !== 'process',
    refused,
  }
}
