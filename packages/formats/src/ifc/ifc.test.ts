import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeReader } from '@kamar/test-kit'
import { createWarmUpScene } from '../kit/testing/warm-up-scene.js'
import { reader, warm } from './reader.js'

const house = Uint8Array.from(readFileSync(fileURLToPath(new URL('./fixtures/house.ifc', import.meta.url))))

describeReader(reader, {
  fixtures: [
    {
      name: 'house.ifc',
      bytes: house,
      golden: {
        status: 'complete',
        nodes: 77,
        meshes: 51,
        instances: 101,
        triangles: 1248,
        materials: 11,
        lines: 0,
        unit: 'millimetre',
        findings: [],
        skipped: {},
        missingCompanions: [],
      },
    },
  ],
  truncationIsVisible: true,
  mutationSeeds: 30,
  sharesContainerWith: ['archive.zip', 'step', 'stp'],
  warm: () => warm(createWarmUpScene),
})
