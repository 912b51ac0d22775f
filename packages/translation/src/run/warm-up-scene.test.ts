import type { ReadReport } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { installedReaders } from './installed-readers.js'
import { createWarmUpScene } from './warm-up-scene.js'

const report: ReadReport = { status: 'complete', counts: {}, skipped: [], findings: [], missingCompanions: [] }

describe('warm-up scene', () => {
  it('packs what is read into it, which fails when there is nothing to show', async () => {
    const scene = createWarmUpScene()
    await expect(scene.finish(report)).rejects.toMatchObject({
      failure: { code: 'nothing-to-show' },
    })
    scene.close()
  })

  it('lets the installed readers warm up', async () => {
    await expect(installedReaders.warm()).resolves.toBeUndefined()
  })
})
