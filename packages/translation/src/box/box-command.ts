import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReaderLimits } from '@kamar/contracts/core'
import { boxScript } from './box-script.js'
import { codeSpaceBytes } from './code-space.js'
import type { BoxMethod } from './isolation-levels.js'
import { visiblePaths } from './product-tree.js'

/** nobody, on every Linux. */
const nobody = 65_534
const secondsOfGrace = 5
/** The heap's share of the memory limit: WebAssembly and buffers need the rest. */
const heapShare = 0.75

/** The folders one reader process gets; made and removed by `Slot`. */
export interface SlotFolders {
  readonly root: string
  readonly input: string
  readonly output: string
}

/** What is to be started, and how it is shut in. */
export interface BoxSettings {
  readonly method: BoxMethod
  readonly slot: SlotFolders
  readonly limits: ReaderLimits
  /** Readers that run at once under the same user: process limits count per user. */
  readonly readers: number
  /** Compiled module to run. */
  readonly entry: URL
}

/** A command line, and how the paths of the slot are called on the inside. */
export interface BoxCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly inside: { readonly input: string; readonly output: string }
}

/** The user whose files a boxed reader writes; null where that is this process's own. */
export function readerUser(method: BoxMethod): number | null {
  return method === 'namespaces' || method === 'nobody' ? nobody : null
}

// When the server dies, so does the box: the kernel sends the signal to whatever was started here.
const dieWithParent = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--']
const withoutPrivileges = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--pdeathsig', 'KILL']
const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']

function kernelLimits({ limits, readers }: BoxSettings): string[] {
  // RLIMIT_DATA counts Buffers, the heap and WebAssembly alike. RLIMIT_AS would count address space that WebAssembly only reserves.
  return [
    '/usr/bin/prlimit',
    `--data=${limits.dataBytes + codeSpaceBytes()}`,
    `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + secondsOfGrace}`,
    `--fsize=${limits.outputFileBytes}`,
    `--nofile=${limits.openFiles}`,
    `--nproc=${limits.processes * readers}`,
    '--core=0',
    '--',
  ]
}

function nodeCommand({ limits, entry }: BoxSettings): string[] {
  const heapMegabytes = Math.max(64, Math.floor((limits.dataBytes * heapShare) / 1024 ** 2))
  const flags = [`--max-old-space-size=${heapMegabytes}`, '--no-addons', '--no-warnings', '--disable-proto=delete']
  return [realpathSync(process.execPath), ...flags, fileURLToPath(entry)]
}

function sealed(settings: BoxSettings): string[] {
  const { method, slot } = settings
  const user = method === 'user-namespace' ? ['--user', '--map-root-user'] : []
  const namespaces = [...user, '--net', '--pid', '--mount', '--ipc', '--uts', '--fork', '--kill-child']
  const identity = method === 'user-namespace' ? [] : asNobody
  return [
    ...dieWithParent,
    ...kernelLimits(settings),
    '/usr/bin/unshare',
    ...namespaces,
    '--',
    '/bin/sh',
    '-c',
    boxScript,
    'box',
    slot.root,
    slot.input,
    slot.output,
    ...visiblePaths(),
    '--',
    '/usr/bin/setpriv',
    ...identity,
    ...withoutPrivileges,
    '--',
    ...nodeCommand(settings),
  ]
}

function commandLine(settings: BoxSettings): string[] {
  if (settings.method === 'plain') return nodeCommand(settings)
  if (settings.method === 'namespaces' || settings.method === 'user-namespace') return sealed(settings)
  const identity = settings.method === 'nobody' ? asNobody : []
  // Lowering the bounding set is a privilege; without it there is nothing to lower.
  const privileges =
    settings.method === 'nobody' ? withoutPrivileges : ['--no-new-privs', '--inh-caps=-all', '--pdeathsig', 'KILL']
  return [...kernelLimits(settings), '/usr/bin/setpriv', ...identity, ...privileges, '--', ...nodeCommand(settings)]
}

/** The command that starts `entry` inside the box. */
export function boxCommand(settings: BoxSettings): BoxCommand {
  const [command = process.execPath, ...rest] = commandLine(settings)
  const isSealed = settings.method === 'namespaces' || settings.method === 'user-namespace'
  const inside = isSealed
    ? { input: '/input', output: '/output' }
    : { input: settings.slot.input, output: settings.slot.output }
  return { command, arguments: rest, inside }
}
