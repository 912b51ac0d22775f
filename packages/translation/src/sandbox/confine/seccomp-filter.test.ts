import { describe, expect, it } from 'vitest'
import { seccompFilter } from './seccomp-filter.js'
import { refusedCalls, type Architecture } from './system-calls.js'

const own = 4242
const auditArchitecture = { x64: 0xc000003e, arm64: 0xc00000b7 }
const allowed = 0x7fff0000
const notPermitted = 0x00050001
const absent = 0x00050026
const killed = 0x80000000

/** Returns the kernel's decision: runs the filter over `struct seccomp_data`. */
function evaluate(filter: Buffer, architecture: number, call: number, ...callArguments: readonly number[]): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call, 0)
  data.writeUInt32LE(architecture, 4)
  callArguments.forEach((value, index) => data.writeBigUInt64LE(BigInt(value), 16 + index * 8))
  let word = 0
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at)
    const constant = filter.readUInt32LE(at + 4)
    const jump = (isTrue: boolean): number => filter.readUInt8(at + (isTrue ? 2 : 3)) * 8
    if (code === 0x20) word = data.readUInt32LE(constant)
    else if (code === 0x54) word = (word & constant) >>> 0
    else if (code === 0x15) at += jump(word === constant)
    else if (code === 0x25) at += jump(word > constant)
    else if (code === 0x06) return constant
    else throw new Error(`unknown instruction ${code}`)
  }
  throw new Error('the filter has no end')
}

/** Numbers of the calls named below, from the man pages' table of each architecture. */
const calls = {
  x64: { read: 0, mmap: 9, execve: 59, futex: 202, openat: 257, clone: 56, clone3: 435, tgkill: 234 },
  arm64: { read: 63, mmap: 222, execve: 221, futex: 98, openat: 56, clone: 220, clone3: 435, tgkill: 131 },
}

it('seccomp filter on x64 refuses open with truncation but without write access', () => {
  const evaluateClone = (flags: number): number =>
    evaluate(seccompFilter('x64', own), auditArchitecture.x64, 2, 0, flags)
  expect([evaluateClone(0), evaluateClone(0o1000)]).toEqual([allowed, notPermitted])
})

describe.each<Architecture>(['x64', 'arm64'])('seccomp filter on %s', (architecture) => {
  const filter = seccompFilter(architecture, own)
  const number = calls[architecture]
  const evaluateClone = (call: number, ...callArguments: readonly number[]): number =>
    evaluate(filter, auditArchitecture[architecture], call, ...callArguments)

  it('allows read, mmap, execve and futex', () => {
    expect([number.read, number.mmap, number.execve, number.futex].map((call) => evaluateClone(call))).toEqual(
      Array(4).fill(allowed),
    )
  })

  it('refuses every listed system call', () => {
    const numbers = Object.values(refusedCalls).map(([x64, arm64]) => (architecture === 'x64' ? x64 : arm64))
    const results = numbers.filter((call) => call !== null).map((call) => evaluateClone(call))
    expect(results.length).toBeGreaterThan(90)
    expect(new Set(results)).toEqual(new Set([notPermitted]))
  })

  it('returns ENOSYS for newer calls, x32 calls and clone3', () => {
    expect([452, 467, 0x40000000 + number.read, number.clone3].map((call) => evaluateClone(call))).toEqual(
      Array(4).fill(absent),
    )
  })

  it('kills a process that makes calls of another architecture', () => {
    expect(evaluate(filter, 0x40000003, number.read)).toBe(killed)
  })

  it('allows clone for threads and refuses it for processes', () => {
    expect(evaluateClone(number.clone, 0x3d0f00)).toBe(allowed)
    expect(evaluateClone(number.clone, 0x1200011)).toBe(notPermitted)
  })

  it('allows openat, but refuses truncation without write access', () => {
    expect(evaluateClone(number.openat, 0, 0, 0)).toBe(allowed)
    expect(evaluateClone(number.openat, 0, 0, 0o1101)).toBe(allowed)
    expect(evaluateClone(number.openat, 0, 0, 0o1000)).toBe(notPermitted)
  })

  it('allows signals to its own process only', () => {
    expect(evaluateClone(number.tgkill, own)).toBe(allowed)
    expect(evaluateClone(number.tgkill, own + 1)).toBe(notPermitted)
  })

  it('allows reading and changing limits of its own process only', () => {
    const limits = architecture === 'x64' ? 302 : 261
    expect([0, own].map((process) => evaluateClone(limits, process))).toEqual([allowed, allowed])
    expect(evaluateClone(limits, 1)).toBe(notPermitted)
  })

  it('refuses to clear the parent-death signal', () => {
    const control = architecture === 'x64' ? 157 : 167
    expect(evaluateClone(control, 15)).toBe(allowed)
    expect(evaluateClone(control, 1, 0)).toBe(notPermitted)
  })
})
