import { openSync, statSync } from 'node:fs'
import { ConfinementError } from './confinement-error.js'
import { bindKernel, type Kernel } from './kernel.js'
import { pathRule, rulesetAttributes, type PathAccess } from './landlock.js'
import { seccompFilter } from './seccomp-filter.js'
import type { Architecture } from './system-calls.js'

/*
 * Confines this process and replaces it by a command: `main.js OUTPUT READABLE… -- COMMAND…`. The command may change
 * the contents of OUTPUT and read those of READABLE; it has no network, no other process and no environment. It needs
 * no privilege, only the flag no_new_privs. Exits with code 125 and a message if the kernel refuses.
 */

const refusalExitCode = 125
const openPathOnly = 0x20_0000 // O_PATH, which Node does not define
/** Standard input, output and error, and the message channel. Node closes them when it is replaced. */
const channelDescriptors = [0, 1, 2, 3]

try {
  confineAndExecute(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`Cannot confine the reader: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(refusalExitCode)
}

function confineAndExecute(argv: readonly string[]): never {
  const separator = argv.indexOf('--')
  const [output = '', ...readable] = argv.slice(0, separator)
  const architecture = supportedArchitecture()
  const kernel = bindKernel(architecture)
  restrictPaths(kernel, output, readable)
  for (const descriptor of channelDescriptors) kernel.makeInheritable(descriptor)
  kernel.dropCapabilities()
  kernel.installFilter(seccompFilter(architecture, process.pid))
  return kernel.execute(argv.slice(separator + 1))
}

function supportedArchitecture(): Architecture {
  const { arch } = process
  if (arch === 'x64' || arch === 'arm64') return arch
  throw new ConfinementError(`system calls of ${arch} are not known`)
}

function restrictPaths(kernel: Kernel, output: string, readable: readonly string[]): void {
  const version = kernel.landlockVersion()
  const rule = (path: string, access: PathAccess): Buffer =>
    pathRule(version, access, statSync(path).isDirectory(), openSync(path, openPathOnly))
  const rules = [rule(output, 'write'), ...readable.map((path) => rule(path, 'read'))]
  kernel.restrictPaths(rulesetAttributes(version), rules)
}
