import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isDeadHere, newWorkerName } from './worker-name.js'

describe('isDeadHere', () => {
  const currentWorker = newWorkerName()

  it('names every worker differently', () => {
    expect(newWorkerName()).not.toBe(currentWorker)
  })

  it('is sure of a process that has ended and of an earlier life of this one', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    expect(isDeadHere(`${hostname()}/${child.pid}/x`, currentWorker)).toBe(true)
    expect(isDeadHere(`${hostname()}/${process.pid}/earlier`, currentWorker)).toBe(true)
  })

  it.each([currentWorker, `${hostname()}/${process.ppid}/x`, 'elsewhere/1/x', 'nonsense', '', `${hostname()}/x/y`])(
    'leaves %s to its lease',
    (name) => expect(isDeadHere(name, currentWorker)).toBe(false),
  )
})
