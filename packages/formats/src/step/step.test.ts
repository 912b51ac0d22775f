import { readFileSync } from 'node:fs'
import { describeReader } from '@kamar/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { lampFile } from './fixtures/lamp.js'
import { reader } from './reader.js'
import { encodeText } from './testing/parse-step.js'

// The largest samples take 8 s of CPU, which can be minutes on an overloaded machine.
vi.setConfig({ testTimeout: 300_000 })

const lamp = Uint8Array.from(readFileSync(new URL('./fixtures/lamp.stp', import.meta.url)))

/** Builds the lamp with a thousand unused points, so that indexing takes a while. */
const longLamp = (): Uint8Array => {
  const points = Array.from({ length: 60_000 }, (_, at) => `#${at + 10_000}=CARTESIAN_POINT('',(${at}.,0.,0.));`)
  return encodeText(lampFile().replace('ENDSEC;\nEND-ISO', `${points.join('\n')}\nENDSEC;\nEND-ISO`))
}

describeReader(reader, {
  longFile: longLamp,
  // Every copy is processed by the kernel, which takes 0.1 s.
  sharesContainerWith: ['ifc', 'dwfx', 'dwf', 'archive.zip'],
  fixtures: [
    {
      name: 'lamp.stp',
      bytes: lamp,
      truncationIsVisible: true,
      golden: {
        status: 'complete',
        nodes: 8,
        meshes: 4,
        instances: 6,
        triangles: 170,
        placedTriangles: 182,
        lines: 77,
        materials: 4,
        propertySets: 18,
        bounds: [
          [0, -0.02, 0.0873],
          [0.22, 0.16, 0.53],
        ],
        unit: 'mm',
        findings: [],
        skipped: {},
        digest: '4dc76a652ef42f65',
      },
    },
  ],
  samples: [
    {
      file: 'stp/ColoredBoxes.stp',
      golden: {
        status: 'complete',
        nodes: 6,
        meshes: 4,
        triangles: 48,
        materials: 4,
        unit: 'm',
        bounds: [
          [-0.01, -0.01, -0.05328],
          [0.05601, 0.01, 0.02],
        ],
      },
    },
    {
      file: 'stp/as1-oc-214.stp',
      golden: {
        status: 'complete',
        nodes: 28,
        meshes: 5,
        instances: 18,
        materials: 5,
        unit: 'mm',
        bounds: [
          [-0.01, 0, -0.004],
          [0.19, 0.14999, 0.08001],
        ],
      },
    },
    {
      file: 'stp/as1_pe_203.stp',
      golden: {
        status: 'complete',
        meshes: 5,
        instances: 36,
        lines: 15,
        materials: 5,
        unit: 'in',
        bounds: [
          [-3.81, -0.6858, -1.905],
          [1.27, 1.524, 1.905],
        ],
      },
    },
    {
      file: 'stp/dm1-id-214.stp',
      golden: {
        status: 'complete',
        nodes: 8,
        meshes: 3,
        instances: 7,
        materials: 3,
        unit: 'in',
        bounds: [
          [0, -0.027, 0],
          [0.05, 0.06001, 0.1],
        ],
      },
    },
    {
      file: 'stp/hullskin_face_0.stp',
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 1,
        unit: 'mm',
        bounds: [
          [-0.15291, 0.02877, 0.04],
          [-0.15212, 0.02985, 0.0415],
        ],
      },
    },
    {
      file: 'stp/Ventilator.stp',
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 1,
        materials: 0,
        unit: 'mm',
        bounds: [
          [-0.04, -0.04, -0.00125],
          [0.04, 0.04, 0.01683],
        ],
      },
    },
    {
      file: 'step/screw.step',
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 1,
        unit: 'mm',
        bounds: [
          [-0.02782, -0.01083, -0.03456],
          [-0.00797, 0.00918, 0.00773],
        ],
      },
    },
    {
      file: 'step/kicad_L_CommonMode_Toroid_Vertical_L30.5mm_W15.2mm_Px10.16mm_Py20.32mm_Bourns_8100.step',
      golden: {
        status: 'complete',
        nodes: 3,
        meshes: 2,
        materials: 1,
        unit: 'mm',
        bounds: [
          [-0.00508, -0.0127, -0.00425],
          [0.0254, 0.00254, 0.03208],
        ],
      },
    },
    {
      file: 'step/kicad_PQFP-256_28x28mm_P0.4mm.step',
      isLong: true,
      golden: {
        status: 'complete',
        nodes: 1,
        meshes: 1,
        materials: 1,
        unit: 'mm',
        bounds: [
          [-0.0153, -0.0153, 0],
          [0.0153, 0.0153, 0.004],
        ],
      },
    },
  ],
})

describe('lamp fixture', () => {
  it('equals the output of its generator', () => {
    expect(new TextDecoder().decode(lamp)).toBe(lampFile())
  })
})
