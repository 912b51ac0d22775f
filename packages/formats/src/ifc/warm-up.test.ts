import { compiledModule, type ReadReport } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { WorkerStore, GeometryWorkerPool } from './geometry/worker-pool.js'
import type { KernelFaults } from './testing/faulty-kernels.js'
import { warm } from './reader.js'
import { boxProduct, projectRows } from './testing/model-text.js'
import { readRows } from './testing/read.js'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import type { WarmUpScene } from '../reader-module.js'
import { warmUp } from './warm-up.js'

const createStore = (faults: KernelFaults): WorkerStore =>
  new WorkerStore({ script: compiledModule(import.meta.url, './testing/faulty-worker.js'), data: { faults } })

describe('IFC warm-up', () => {
  it('leaves a started worker for the first file', async () => {
    const store = createStore({})
    const pool = new GeometryWorkerPool(1, store)
    const worker = pool.worker(0)
    await warmUp(pool, createWarmUpScene)
    expect(worker.isTerminated).toBe(false)
    expect(store.take()).toBe(worker)
    await worker.stop()
  })

  it('can run twice at once without harm to the next read', async () => {
    await Promise.all([warm(createWarmUpScene), warm(createWarmUpScene)])
    const run = await readRows(projectRows() + boxProduct({ id: 100 }))
    expect(run.report?.status).toBe('complete')
  })

  it('finishes and closes the scene of every read', async () => {
    const ends: string[] = []
    const createScene = (): WarmUpScene =>
      Object.assign(createWarmUpScene(), {
        finish: (report: ReadReport) => Promise.resolve(ends.push(report.status)),
        close: () => ends.push('closed'),
      })
    await warmUp(new GeometryWorkerPool(1, createStore({})), createScene)
    expect(ends.slice(0, 2)).toEqual(['complete', 'closed'])
    expect(ends.filter((end) => end === 'closed')).toHaveLength(ends.length / 2)
  })

  it('rejects with the error of a worker that cannot start', async () => {
    const store = new WorkerStore({ script: new URL('no-such-worker.js', import.meta.url), data: {} })
    const pool = new GeometryWorkerPool(1, store)
    await expect(warmUp(pool, createWarmUpScene)).rejects.toMatchObject({
      code: expect.stringMatching(/MODULE_NOT_FOUND/),
    })
  })
})
