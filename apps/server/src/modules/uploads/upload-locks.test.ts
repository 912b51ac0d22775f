import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { UploadLocks } from './upload-locks.js'

const signal = new AbortController().signal
setMaxListeners(100, signal)

describe('UploadLocks', () => {
  it('locks different uploads independently', async () => {
    const locks = new UploadLocks()
    await locks.newLock('a').lock(signal, () => undefined)
    await locks.newLock('b').lock(signal, () => undefined)
    expect([locks.isHeld('a'), locks.isHeld('b'), locks.isHeld('c')]).toEqual([true, true, false])
  })

  it('asks the holder to release and waits for it', async () => {
    const locks = new UploadLocks()
    const order: string[] = []
    const first = locks.newLock('a')
    const lockRequested = new Promise<void>((resolve) => {
      void first.lock(signal, () => {
        order.push('asked')
        resolve()
      })
    })
    const second = locks.newLock('a')
    const acquired = second.lock(signal, () => undefined).then(() => order.push('acquired'))
    await lockRequested
    order.push('released')
    await first.unlock()
    await acquired
    expect(order).toEqual(['asked', 'released', 'acquired'])
    await second.unlock()
    expect(locks.isHeld('a')).toBe(false)
  })

  it('admits one of many waiting requests at a time', async () => {
    const locks = new UploadLocks()
    let inside = 0
    let maxHolders = 0
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const lock = locks.newLock('a')
        await lock.lock(signal, () => undefined)
        maxHolders = Math.max(maxHolders, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
        await lock.unlock()
      }),
    )
    expect(maxHolders).toBe(1)
    expect(locks.isHeld('a')).toBe(false)
  })

  it('rejects with 409 when the holder does not release in time', async () => {
    const locks = new UploadLocks(20)
    await locks.newLock('a').lock(signal, () => undefined)
    await expect(locks.newLock('a').lock(signal, () => undefined)).rejects.toMatchObject({ status_code: 409 })
  })

  it('rejects with 409 when the waiting request is aborted', async () => {
    // Timeout of an hour: an earlier release is due to the request.
    const locks = new UploadLocks(3_600_000)
    await locks.newLock('a').lock(signal, () => undefined)
    const abort = new AbortController()
    const waiting = locks.newLock('a').lock(abort.signal, () => undefined)
    setImmediate(() => abort.abort())
    await expect(waiting).rejects.toMatchObject({ status_code: 409 })
  })
})
