import { describe, expect, it } from 'vitest'
import { codeSpaceBytes, codeSpaceIn } from './code-space.js'

const program = '0074a000-03044000 r-xp 0034a000 fe:00 2253693 /usr/bin/node'
const heap = '7fa350000000-7fa350021000 rw-p 00000000 00:00 0'
const reserved = '7fa334000000-7fa33c000000 ---p 00000000 00:00 0'
const code = '7fa314000000-7fa334000000 rwxp 00000000 00:00 0'

describe('reserved code space', () => {
  it('is the memory that is both writable and executable', () => {
    expect(codeSpaceIn([program, code, heap, reserved].join('\n'))).toBe(512 * 1024 ** 2)
    expect(codeSpaceIn([program, heap, reserved].join('\n'))).toBe(0)
  })

  it('is below 1 GiB in this engine', () => {
    expect(codeSpaceBytes()).toBeGreaterThanOrEqual(0)
    expect(codeSpaceBytes()).toBeLessThan(1024 ** 3)
  })
})
