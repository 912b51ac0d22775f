import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isStoppedOnThisHost, newWorkerName } from './worker-name.js'

describe('worker names', () => {
  const currentWorker = newWorkerName()

  it('differ for every worker', () => {
    expect(newWorkerName()).not.toBe(currentWorker)
  })

  it('identify an exited process and an earlier run of this process as dead', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    expect(isStoppedOnThisHost(`${hostname()}/${child.pid}/x`, currentWorker)).toBe(true)
    expect(isStoppedOnThisHost(`${hostname()}/${process.pid}/earlier`, currentWorker)).toBe(true)
  })

  it.each([currentWorker, `${hostname()}/${process.ppid}/x`, 'elsewhere/1/x', 'nonsense', '', `${hostname()}/x/y`])(
    'do not identify %s as dead',
    (name) => expect(isStoppedOnThisHost(name, currentWorker)).toBe(false),
  )
})
