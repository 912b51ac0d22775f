import { realpathSync } from 'node:fs'
import { release } from 'node:os'
import { fileURLToPath } from 'node:url'
import { compiledModule, type ReaderLimits } from '@kamar/contracts/core'
import { parentWatchArgument } from '../reader-process/parent-watch.js'
import { sandboxScript } from './sandbox-script.js'
import { codeSpaceBytes } from './code-space.js'
import type { SandboxMethod } from './isolation-levels.js'
import { visiblePaths } from './product-tree.js'

const secondsOfGrace = 5
/** The heap's share of the memory limit: WebAssembly and buffers need the rest. */
const heapRatio = 0.75

/** The folders one reader process gets; made and removed by `Slot`. */
export interface SlotFolders {
  readonly root: string
  readonly input: string
  readonly output: string
  /** Whose files a boxed reader writes; null where that is this process's own user. */
  readonly user: number | null
}

/** What is to be started, and how it is shut in. */
export interface SandboxSettings {
  readonly method: SandboxMethod
  readonly slot: SlotFolders
  readonly limits: ReaderLimits
  /** Compiled module to run. */
  readonly entry: URL
  /** Further arguments of Node. */
  readonly nodeArguments?: readonly string[]
}

/** A command line, and how the paths of the slot are called on the inside. */
export interface SandboxCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly inside: { readonly input: string; readonly output: string }
}

const methodsWithOwnUser: ReadonlySet<SandboxMethod> = new Set(['namespaces', 'landlock-user', 'stranger'])

/** Whether readers in such boxes get users of their own. */
export const hasOwnUser = (method: SandboxMethod): boolean => methodsWithOwnUser.has(method)

// When the server dies, so does the box: the kernel sends the signal to whatever was started here.
const dieWithParent = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--']
const withoutPrivileges = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--pdeathsig', 'KILL']
const toUserArguments = ({ user }: SlotFolders): string[] =>
  user === null ? [] : ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups']

/** Since Linux 5.14 processes of a user namespace are counted by themselves; before, with all of the user's. */
function countsPerNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}

/** Threads count as processes, and so does whatever else the user runs: the limit is set where the reader is alone with it. */
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
  // Node 20 ends at its start where it may not open the machine's configuration of OpenSSL, which no reader needs.
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

/** Confines the process before the reader replaces it. A program of its own, because it needs an addon, which no reader may load. */
function confined(settings: SandboxSettings): string[] {
  const { slot } = settings
  const launcher = fileURLToPath(compiledModule(import.meta.url, './confine/main.js'))
  const runtime = realpathSync(process.execPath)
  return [runtime, '--no-warnings', launcher, slot.output, slot.input, '/dev/null', ...visiblePaths(), '--']
}

function commandLine(settings: SandboxSettings): string[] {
  const { method } = settings
  // Here nothing of the kernel's ends the reader with the server.
  if (method === 'plain') return [...nodeCommand(settings), parentWatchArgument()]
  if (method === 'namespaces' || method === 'user-namespace') return sealed(settings)
  // Lowering the bounding set is a privilege; without it there is nothing to lower.
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

/** The command that starts `entry` inside the box. */
export function createSandboxCommand(settings: SandboxSettings): SandboxCommand {
  const [command = process.execPath, ...rest] = commandLine(settings)
  const isSealed = settings.method === 'namespaces' || settings.method === 'user-namespace'
  const inside = isSealed
    ? { input: '/input', output: '/output' }
    : { input: settings.slot.input, output: settings.slot.output }
  return { command, arguments: rest, inside }
}
