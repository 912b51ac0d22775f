import { createRequire } from 'node:module'
import { ConfinementError } from './confinement-error.js'
import { callNumber, confiningCalls, type Architecture, type CallNumbers } from './system-calls.js'

const filterMode = 1 // SECCOMP_SET_MODE_FILTER
const versionFlag = 1 // LANDLOCK_CREATE_RULESET_VERSION
const pathBeneath = 1 // LANDLOCK_RULE_PATH_BENEATH
const setDescriptorFlags = 2 // F_SETFD
const capabilityVersion = 0x2008_0522 // _LINUX_CAPABILITY_VERSION_3
const bytesOfCapabilitySets = 24
const bytesPerFilterInstruction = 8

/** The kernel calls by which a process confines itself; Node provides none of them. */
export interface Kernel {
  /** Returns the Landlock version of this kernel. */
  landlockVersion(): number
  /**
   * Denies this thread everything that the rules do not allow (landlock(7)); permanent, and inherited by its children.
   */
  restrictPaths(attributes: Buffer, rules: readonly Buffer[]): void
  /** Installs a system call filter (seccomp(2)); permanent, and inherited by its children. */
  installFilter(program: Buffer): void
  /** Drops all capabilities; with no_new_privs no executed program regains them. */
  dropCapabilities(): void
  /** Keeps a descriptor open across `execute`. */
  makeInheritable(descriptor: number): void
  /** Replaces this process by another program with an empty environment; returns only by throwing. */
  execute(command: readonly string[]): never
}

/** The used part of the library that calls C functions (koffi.dev); its per-processor packages have no types. */
interface ForeignFunctions {
  load(path: null): { func(declaration: string): (...typedArguments: readonly unknown[]) => unknown }
  struct(name: string, members: Readonly<Record<string, string>>): unknown
  pointer(type: unknown): unknown
  errno(): number
}

/** Loads the library's part for this processor; its main package would run a script at installation. */
function loadForeignFunctions(architecture: Architecture): ForeignFunctions {
  try {
    return createRequire(import.meta.url)(`@koromix/koffi-linux-${architecture}`) as ForeignFunctions
  } catch (cause) {
    throw new ConfinementError('functions of the C library cannot be called', { cause })
  }
}

/** Binds to the C library. Each method throws an error that names the call and the system's error number. */
export function bindKernel(architecture: Architecture): Kernel {
  const foreign = loadForeignFunctions(architecture)
  const library = foreign.load(null)
  const filterProgram = foreign.struct('sock_fprog', { length: 'uint16_t', filter: 'void *' })
  const systemCall = library.func('long syscall(long number, ...)')
  const descriptorControl = library.func('int fcntl(int descriptor, int command, ...)')
  const executeProgram = library.func('int execve(const char *path, const char **arguments, const char **environment)')

  const checked = (name: string, result: unknown): number => {
    if (typeof result === 'number' && result >= 0) return result
    throw new ConfinementError(`${name} failed with error ${foreign.errno()}`)
  }
  const call = (name: keyof typeof confiningCalls, ...typedArguments: readonly unknown[]): number => {
    const numbers: CallNumbers = confiningCalls[name]
    return checked(name, systemCall(callNumber(numbers, architecture), ...typedArguments))
  }

  return {
    landlockVersion: () => call('landlock_create_ruleset', 'void *', null, 'size_t', 0, 'uint32_t', versionFlag),
    restrictPaths(attributes, rules) {
      const size = attributes.length
      const ruleset = call('landlock_create_ruleset', 'void *', attributes, 'size_t', size, 'uint32_t', 0)
      for (const rule of rules)
        call('landlock_add_rule', 'int', ruleset, 'int', pathBeneath, 'void *', rule, 'uint32_t', 0)
      call('landlock_restrict_self', 'int', ruleset, 'uint32_t', 0)
    },
    installFilter(filter) {
      const program = { length: filter.length / bytesPerFilterInstruction, filter }
      call('seccomp', 'uint32_t', filterMode, 'uint32_t', 0, foreign.pointer(filterProgram), program)
    },
    dropCapabilities() {
      const header = Buffer.alloc(8)
      header.writeUInt32LE(capabilityVersion)
      const sets = Buffer.alloc(bytesOfCapabilitySets)
      call('capset', 'void *', header, 'void *', sets)
    },
    makeInheritable: (descriptor) => void checked('fcntl', descriptorControl(descriptor, setDescriptorFlags, 'int', 0)),
    execute(command) {
      executeProgram(command[0], [...command, null], [null])
      throw new ConfinementError(`execve of ${command[0]} failed with error ${foreign.errno()}`)
    },
  }
}
