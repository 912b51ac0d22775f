import { TranslationError, type Reader } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { runReader } from './reader-run.js'
import { describeReader } from './reader-suite.js'

const mark = [0x41, 0x43, 0x31, 0x30]

/** A reader of a made-up format under the name of a real one: a signature, a length, then one triangle per byte. */
const reader: Reader = {
  descriptor: {
    id: 'dwg',
    name: 'made up',
    order: 1,
    source: 'upload',
    extensions: ['.dwg'],
    optionalExtensions: [],
    dimensions: '3d',
    companions: [],
    versions: ['1'],
    notRead: [],
    detect: (header) => (mark.every((byte, index) => header[index] === byte) ? 'yes' : 'no'),
  },
  async read(input, context) {
    if (context.signal.aborted) throw new TranslationError({ code: 'cancelled' })
    const bytes = await input.read(0, 4096)
    if (reader.descriptor.detect(bytes, input.size) !== 'yes') throw new TranslationError({ code: 'not-this-format' })
    const [declaredCount, present] = [bytes[4], bytes.length - 5]
    const count = Math.min(declaredCount, present)
    if (!(count > 0)) throw new TranslationError({ code: 'damaged' })
    for (const limit of ['triangles', 'nodes'] as const) {
      if (count > context.limits[limit]) throw new TranslationError({ code: 'limit-exceeded', details: { limit } })
    }
    context.scene.setUnit({ name: 'm', metres: 1 })
    for (let at = 0; at < count; at++) {
      const node = context.scene.addNode({ parent: null, name: `n${at}`, class: 'object', sourceId: '' })
      const positions = Float32Array.of(0, 0, 0, bytes[5 + at], 0, 0, 0, 1, 0)
      const mesh = context.scene.addMesh({ positions, indices: Uint32Array.of(0, 1, 2) })
      if (mesh !== null) {
        context.scene.addInstance({ node, mesh, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], material: null })
      }
      context.progress(at / count, 'reading')
    }
    await context.scene.settle()
    const skipped =
      present < declaredCount ? [{ kind: 'triangle', reason: 'file-ends-early', count: declaredCount - present }] : []
    const status = skipped.length > 0 ? 'partial' : 'complete'
    return { status, counts: { triangles: count }, skipped, findings: [], missingCompanions: [] }
  },
}

describeReader(reader, {
  mutationSeeds: 50,
  fixtures: [
    {
      name: 'made-up.dwg',
      truncationIsVisible: true,
      bytes: Uint8Array.from([...mark, 4, 1, 2, 3, 4]),
      golden: {
        status: 'complete',
        nodes: 4,
        triangles: 4,
        unit: 'm',
        findings: [],
        skipped: {},
        bounds: [
          [0, 0, 0],
          [4, 1, 0],
        ],
      },
    },
    {
      name: 'cut.dwg',
      bytes: Uint8Array.from([...mark, 4, 1, 2]),
      golden: { status: 'partial', triangles: 2, skipped: { triangle: 2 } },
    },
  ],
})

describe('runReader', () => {
  it('throws errors that are not listed failures', async () => {
    const faulty: Reader = { ...reader, read: () => Promise.reject(new TypeError('undefined is not a wall')) }
    await expect(runReader(faulty, new Uint8Array())).rejects.toThrow('undefined is not a wall')
    const ownFault = new TranslationError({ code: 'reader-fault' })
    await expect(runReader({ ...reader, read: () => Promise.reject(ownFault) }, new Uint8Array())).rejects.toBe(
      ownFault,
    )
  })

  it('names the file after the format by default', async () => {
    expect((await runReader(reader, Uint8Array.from([...mark, 1, 1]))).source.name).toBe('file.dwg')
  })
})
