import { realpathSync } from 'node:fs'
import { release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { compiledModule, type ReaderLimits } from '@kamar/core'
import { parentWatchArgument } from '../reader-process/parent-watch.js'
import { sandboxScript } from './sandbox-script.js'
import { codeSpaceBytes } from './code-space.js'
import type { SandboxMethod } from './isolation-levels.js'
import { visiblePaths } from './product-tree.js'

const secondsOfGrace = 5
/** The heap's fraction of the memory limit: WebAssembly and buffers need the rest. */
const heapRatio = 0.75

/** The folders of one reader process; created and removed by `Slot`. */
export interface SlotFolders {
  readonly root: string
  readonly input: string
  readonly output: string
  /** Owner of the files that a sandboxed reader writes; null if that is this process's own user. */
  readonly user: number | null
}

/** The program to start, and its isolation. */
export interface SandboxSettings {
  readonly method: SandboxMethod
  readonly slot: SlotFolders
  readonly limits: ReaderLimits
  /** Compiled module to run. */
  readonly entry: URL
  /** Additional Node arguments. */
  readonly nodeArguments?: readonly string[]
}

/** A command line, and the slot's paths inside the sandbox. */
export interface SandboxCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly inside: { readonly input: string; readonly output: string }
}

const methodsWithOwnUser: ReadonlySet<SandboxMethod> = new Set(['namespaces', 'landlock-user', 'stranger'])

/** Returns whether readers in such sandboxes get users of their own. */
export const hasOwnUser = (method: SandboxMethod): boolean => methodsWithOwnUser.has(method)

// The sandbox dies with the server: the kernel sends the signal to the process started here.
const dieWithParent = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--']
const withoutPrivileges = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--pdeathsig', 'KILL']
const toUserArguments = ({ user }: SlotFolders): string[] =>
  user === null ? [] : ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups']

/** Since Linux 5.14 the processes of a user namespace are counted separately; before, with all of the user's. */
function countsPerNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}

/**
 * Threads count as processes, and so do all others of the user: the limit is set where the reader is the user's only
 * process.
 */
const processLimit = ({ limits }: SandboxSettings): string => `--nproc=${limits.processes}`

function kernelLimits(settings: SandboxSettings): string[] {
  const { limits, method } = settings
  // RLIMIT_DATA counts Buffers, the heap and WebAssembly alike. RLIMIT_AS would count address space that WebAssembly only reserves.
  return [
    '/usr/bin/prlimit',
    `--data=${limits.dataBytes + codeSpaceBytes()}`,
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + secondsOfGrace}`,
    `--fsize=${limits.outputFileBytes}`,
    `--nofile=${limits.openFiles}`,
    ...(hasOwnUser(method) ? [processLimit(settings)] : []),
    '--core=0',
    '--',
  ]
}

function nodeCommand({ limits, entry, nodeArguments = [] }: SandboxSettings): string[] {
  const heapMegabytes = Math.max(64, Math.floor((limits.dataBytes * heapRatio) / 1024 ** 2))
  // Node 20 exits at its start if it may not open the machine's OpenSSL configuration, which no reader needs.
  const flags = [
    `--max-old-space-size=${heapMegabytes}`,
    '--no-addons',
    '--no-warnings',
    '--disable-proto=delete',
    '--openssl-config=/dev/null',
  ]
  return [realpathSync(process.execPath), ...flags, ...nodeArguments, fileURLToPath(entry)]
}

function sealed(settings: SandboxSettings): string[] {
  const { method, slot } = settings
  const isMapped = method === 'user-namespace'
  const user = isMapped ? ['--user', '--map-root-user'] : []
  const limitInside = isMapped && countsPerNamespace() ? ['/usr/bin/prlimit', processLimit(settings), '--'] : []
  const namespaces = [...user, '--net', '--pid', '--mount', '--ipc', '--uts', '--fork', '--kill-child']
  return [
    ...dieWithParent,
    ...kernelLimits(settings),
    '/usr/bin/unshare',
    ...namespaces,
    '--',
    ...limitInside,
    '/bin/sh',
    '-c',
    sandboxScript,
    'box',
    slot.root,
    slot.input,
    slot.output,
    ...visiblePaths(),
    '--',
    '/usr/bin/setpriv',
    ...toUserArguments(slot),
    ...withoutPrivileges,
    '--',
    ...nodeCommand(settings),
  ]
}

/**
 * Confines the process before the reader replaces it. A separate program, because it needs an addon, which no reader
 * may load.
 */
function confined(settings: SandboxSettings): string[] {
  const { slot } = settings
  const launcher = fileURLToPath(compiledModule(import.meta.url, './confine/main.js'))
  const runtime = realpathSync(process.execPath)
  return [runtime, '--no-warnings', launcher, slot.output, slot.input, '/dev/null', ...visiblePaths(), '--']
}

function commandLine(settings: SandboxSettings): string[] {
  const { method } = settings
  // Here the kernel does not end the reader with the server.
  if (method === 'plain') return [...nodeCommand(settings), parentWatchArgument()]
  if (method === 'namespaces' || method === 'user-namespace') return sealed(settings)
  // Lowering the bounding set needs a privilege; without it there is nothing to lower.
  const privileges = hasOwnUser(method)
    ? withoutPrivileges
    : ['--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL']
  const isConfined = method === 'landlock-user' || method === 'landlock'
  return [
    ...kernelLimits(settings),
    '/usr/bin/setpriv',
    ...toUserArguments(settings.slot),
    ...privileges,
    '--',
    ...(isConfined ? confined(settings) : []),
    ...nodeCommand(settings),
  ]
}

/** Creates the command that starts `entry` inside the sandbox. */
export function createSandboxCommand(settings: SandboxSettings): SandboxCommand {
  const [command = process.execPath, ...rest] = commandLine(settings)
  const isSealed = settings.method === 'namespaces' || settings.method === 'user-namespace'
  const inside = isSealed
    ? { input: '/input', output: '/output' }
    : { input: settings.slot.input, output: settings.slot.output }
  return { command, arguments: rest, inside }
}
