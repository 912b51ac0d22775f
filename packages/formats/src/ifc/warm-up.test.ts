import { compiledModule } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { WorkerStore, GeometryWorkerPool } from './geometry/worker-pool.js'
import type { KernelFaults } from './testing/faulty-kernels.js'
import { warm } from './reader.js'
import { boxProduct, projectRows } from './testing/model-text.js'
import { readRows } from './testing/read.js'
import { warmUp } from './warm-up.js'

const createStore = (faults: KernelFaults): WorkerStore =>
  new WorkerStore({ script: compiledModule(import.meta.url, './testing/faulty-worker.js'), data: { faults } })

describe('IFC warm-up', () => {
  it('leaves a started worker for the first file', async () => {
    const store = createStore({})
    const pool = new GeometryWorkerPool(1, store)
    const worker = pool.worker(0)
    await warmUp(pool)
    expect(worker.isTerminated).toBe(false)
    expect(store.take()).toBe(worker)
    await worker.stop()
  })

  it('can run twice at once without harm to the next read', async () => {
    await Promise.all([warm(), warm()])
    const run = await readRows(projectRows() + boxProduct({ id: 100 }))
    expect(run.report?.status).toBe('complete')
  })

  it('rejects with the error of a worker that cannot start', async () => {
    const store = new WorkerStore({ script: new URL('no-such-worker.js', import.meta.url), data: {} })
    const pool = new GeometryWorkerPool(1, store)
    await expect(warmUp(pool)).rejects.toMatchObject({ code: expect.stringMatching(/MODULE_NOT_FOUND/) })
  })
})
