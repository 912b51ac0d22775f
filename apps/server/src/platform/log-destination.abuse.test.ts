import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { LogDestination } from './log-destination.js'

describe('LogDestination', () => {
  it('L07 writes all lines in order', async () => {
    const path = join(await temporaryFolder(), 'log')
    const descriptor = openSync(path, 'w')
    const log = new LogDestination(descriptor)
    const lines = Array.from(
      { length: 5000 },
      (_, index) => `{"line":${index},"filling":"${'x'.repeat(index % 300)}"}\n`,
    )
    for (const line of lines) log.write(line)
    await expect.poll(() => readFileSync(path, 'utf8').length).toBe(lines.join('').length)
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
    closeSync(descriptor)
  })

  it.runIf(process.platform === 'linux')('L07 does not throw when the disk is full', async () => {
    const descriptor = openSync('/dev/full', 'w')
    const log = new LogDestination(descriptor)
    for (let line = 0; line < 2000; line++) log.write('x'.repeat(1000))
    await new Promise((resolve) => setImmediate(resolve))
    // Stays open: pending output would be written to the next file opened under its descriptor.
    expect(() => log.write('still here\n')).not.toThrow()
  })

  it('L07 drops lines beyond its buffer limit and logs how many were lost', async () => {
    const path = join(await temporaryFolder(), 'log')
    const descriptor = openSync(path, 'w')
    const log = new LogDestination(descriptor)
    const line = `${'x'.repeat(1023)}\n`
    for (let count = 0; count < 9000; count++) log.write(line)
    await expect.poll(() => readFileSync(path, 'utf8').length).toBeGreaterThan(4 << 20)
    log.write('after\n')
    await expect.poll(() => readFileSync(path, 'utf8')).toMatch(/after\n$/)
    const text = readFileSync(path, 'utf8')
    const lost = Number(/"lines":(\d+),"msg":"log lines were lost"/.exec(text)?.[1])
    expect(lost + text.split('\n').filter((line) => line.startsWith('xxx')).length).toBe(9000)
    closeSync(descriptor)
  })
})
