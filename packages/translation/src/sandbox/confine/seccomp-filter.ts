import { endianness } from 'node:os'
import { ConfinementError } from './confinement-error.js'
import {
  absentCalls,
  callNumber,
  examinedCalls,
  lastKnownCall,
  refusedCalls,
  type Architecture,
  type CallNumbers,
} from './system-calls.js'

// Layout of `struct seccomp_data` (linux/seccomp.h): number, architecture, instruction pointer, six arguments of eight bytes.
const callOffset = 0
const architectureOffset = 4
const argumentOffset = (index: number): number => 16 + index * 8
/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of linux/audit.h. */
const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

// Return values of a filter (linux/seccomp.h): the lower 16 bits are the error number.
const allow = 0x7fff_0000
const killProcess = 0x8000_0000
const refuse = 0x0005_0000 | 1 // EPERM
const returnNoSystemCall = 0x0005_0000 | 38 // ENOSYS

// Classic BPF (linux/bpf_common.h), 32-bit words.
const loadWord = 0x20
const andConstant = 0x54
const jumpIfEqual = 0x15
const jumpIfGreater = 0x25
const returnConstant = 0x06
const bytesPerInstruction = 8

const openForWriting = 0o3
const openTruncates = 0o1000
const cloneThread = 0x10000
const setParentDeathSignal = 1

interface Instruction {
  readonly code: number
  readonly constant: number
  /** Instructions to skip if the comparison is true, and in `ifFalse` if it is false. */
  readonly ifTrue?: number
  readonly ifFalse?: number
}

const load = (offset: number): Instruction => ({ code: loadWord, constant: offset })
const mask = (bits: number): Instruction => ({ code: andConstant, constant: bits })
const end = (action: number): Instruction => ({ code: returnConstant, constant: action })
/** Runs the next `count` instructions only if the loaded word equals `value`. */
const onlyIfEqual = (value: number, count: number): Instruction => ({
  code: jumpIfEqual,
  constant: value,
  ifFalse: count,
})
const skipIfEqual = (value: number, count: number): Instruction => ({
  code: jumpIfEqual,
  constant: value,
  ifTrue: count,
})
const skipUnlessGreater = (value: number, count: number): Instruction => ({
  code: jumpIfGreater,
  constant: value,
  ifFalse: count,
})

/**
 * Returns the seccomp filter of a confined reader, as an array of `struct sock_filter` (seccomp(2)).
 *
 * Calls of another architecture end the process. Calls unknown to the lists return ENOSYS, those of `refusedCalls`
 * EPERM; the x32 variants of x64 lie above the last known number. Of the examined ones these are refused: opening that
 * truncates without writing, a new process, signals to and limits of another process, and disabling the signal at the
 * parent's death.
 *
 * @param processId of the process that will run under the filter
 */
export function seccompFilter(architecture: Architecture, processId: number): Buffer {
  const listNumbers = (calls: Readonly<Record<string, CallNumbers>>): number[] =>
    Object.values(calls)
      .map((numbers) => callNumber(numbers, architecture))
      .filter((number) => number !== null)
  const createRules = (numbers: readonly number[], action: number): Instruction[] =>
    numbers.flatMap((number) => [onlyIfEqual(number, 1), end(action)])
  return assemble([
    load(architectureOffset),
    skipIfEqual(auditArchitecture[architecture], 1),
    end(killProcess),
    load(callOffset),
    skipUnlessGreater(lastKnownCall, 1),
    end(returnNoSystemCall),
    ...createRules(listNumbers(absentCalls), returnNoSystemCall),
    ...createRules(listNumbers(refusedCalls), refuse),
    ...examinedRules(architecture, processId),
    end(allow),
  ])
}

/** Each rule ends the filter for its call, so that the call's number is still loaded for the next. */
function examinedRules(architecture: Architecture, processId: number): Instruction[] {
  const rule = (numbers: CallNumbers, instructions: readonly Instruction[]): Instruction[] => {
    const number = callNumber(numbers, architecture)
    return number === null ? [] : [onlyIfEqual(number, instructions.length), ...instructions]
  }
  const truncatingOnly = (flags: number): Instruction[] => [
    load(argumentOffset(flags)),
    mask(openForWriting | openTruncates),
    onlyIfEqual(openTruncates, 1),
    end(refuse),
    end(allow),
  ]
  const ownProcess = [end(refuse), end(allow)]
  return [
    ...rule(examinedCalls.open, truncatingOnly(1)),
    ...rule(examinedCalls.openat, truncatingOnly(2)),
    ...rule(examinedCalls.clone, [
      load(argumentOffset(0)),
      mask(cloneThread),
      onlyIfEqual(0, 1),
      end(refuse),
      end(allow),
    ]),
    ...rule(examinedCalls.tgkill, [load(argumentOffset(0)), skipIfEqual(processId, 1), ...ownProcess]),
    ...rule(examinedCalls.prlimit64, [
      load(argumentOffset(0)),
      skipIfEqual(0, 2),
      skipIfEqual(processId, 1),
      ...ownProcess,
    ]),
    ...rule(examinedCalls.prctl, [
      load(argumentOffset(0)),
      onlyIfEqual(setParentDeathSignal, 1),
      end(refuse),
      end(allow),
    ]),
  ]
}

function assemble(program: readonly Instruction[]): Buffer {
  if (endianness() !== 'LE') throw new ConfinementError('The filter is written for little-endian processors.')
  const bytes = Buffer.alloc(program.length * bytesPerInstruction)
  program.forEach(({ code, constant, ifTrue = 0, ifFalse = 0 }, index) => {
    const offset = index * bytesPerInstruction
    bytes.writeUInt16LE(code, offset)
    bytes.writeUInt8(ifTrue, offset + 2)
    bytes.writeUInt8(ifFalse, offset + 3)
    bytes.writeUInt32LE(constant >>> 0, offset + 4)
  })
  return bytes
}
