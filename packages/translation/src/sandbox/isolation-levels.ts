/**
 * Isolation levels of a reader, strongest first.
 *
 * - `sealed`: own network, process, mount and IPC namespaces; sees a read-only root with the runtime, the product and
 *   its input, and may write its output folder only; a user of its own, without capabilities; kernel limits.
 * - `confined`: no network, no other process, an empty environment and no access to that of others; opens the runtime,
 *   the product and its input, and may write its output folder only (Landlock, seccomp); kernel limits. Needs no
 *   privileges.
 * - `restricted`: a user of its own, without capabilities, with kernel limits, but it sees the machine's files and
 *   network.
 * - `limited`: this user, with kernel limits.
 * - `process`: a process of its own that is watched and killed, nothing more.
 */
export const isolationLevels = ['sealed', 'confined', 'restricted', 'limited', 'process'] as const
/** One of `isolationLevels`. */
export type IsolationLevel = (typeof isolationLevels)[number]

/** Returns whether a level isolates at least as strictly as another. */
export function isAtLeast(level: IsolationLevel, minimum: IsolationLevel): boolean {
  return isolationLevels.indexOf(level) <= isolationLevels.indexOf(minimum)
}

/** A method of isolation on this machine. */
export type SandboxMethod =
  | 'namespaces'
  | 'user-namespace'
  | 'landlock-user'
  | 'landlock'
  | 'stranger'
  | 'limits'
  | 'plain'

/** The level that each method reaches. */
export const levelOf: Readonly<Record<SandboxMethod, IsolationLevel>> = {
  namespaces: 'sealed',
  'user-namespace': 'sealed',
  'landlock-user': 'confined',
  landlock: 'confined',
  stranger: 'restricted',
  limits: 'limited',
  plain: 'process',
}

/** The isolation of readers, for the health page. */
export interface IsolationReport {
  readonly level: IsolationLevel
  readonly method: SandboxMethod
  /** Whether a reader is isolated from the network, from the machine's files, and from this process's user. */
  readonly network: boolean
  readonly files: boolean
  readonly user: boolean
  /** Whether the kernel limits memory, CPU time and file sizes; a watcher of ours also enforces them where it can. */
  readonly limits: boolean
  /** Why no stronger method was used: method → first line of the error. */
  readonly refused: Readonly<Partial<Record<SandboxMethod, string>>>
}

/** Returns the report of a method that works here. */
export function describeMethod(method: SandboxMethod, refused: IsolationReport['refused']): IsolationReport {
  const level = levelOf[method]
  const isIsolated = level === 'sealed' || level === 'confined'
  return {
    level,
    method,
    network: isIsolated,
    files: isIsolated,
    user: level === 'sealed' || level === 'restricted' || method === 'landlock-user',
    limits: level !== 'process',
    refused,
  }
}
