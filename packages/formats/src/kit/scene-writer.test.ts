import { TranslationError, type PreparedMesh } from '@kamar/core'
import { prepareMesh } from '@kamar/mesh'
import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { SceneWriter } from './scene-writer.js'

const plain = { parent: null, class: 'part', sourceId: '' } as const
const red = [1, 0, 0] as const

function triangle(): PreparedMesh {
  const mesh = prepareMesh({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) })
  if (!mesh) throw new Error('A triangle has a mesh')
  return mesh
}

function writerWithNode(limits: { nodes?: number; triangles?: number } = {}) {
  const { context, scene } = createRecordedContext({ limits })
  scene.setUnit({ name: 'mm', metres: 0.001 })
  const writer = new SceneWriter(context)
  return { writer, scene, node: writer.addNode({ ...plain, name: 'first' }) }
}

describe('SceneWriter', () => {
  it('cleans node names and keeps the other fields of a node', () => {
    const { writer, scene, node } = writerWithNode()
    writer.addNode({ parent: node, name: ' a\u0000b ', class: 'body', sourceId: '7', hidden: true })
    expect(scene.nodes[1]).toEqual({ parent: node, name: 'a b', class: 'body', sourceId: '7', hidden: true })
  })

  it('combines the origin of a mesh with the transform of its instance', () => {
    const { writer, scene, node } = writerWithNode()
    const rotated = Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 30)
    writer.addMesh({ node, mesh: triangle(), origin: [1, 2, 3], color: null, matrix: rotated })
    writer.addMesh({ node, mesh: triangle(), origin: [1, 2, 3], color: null })
    expect(scene.instances.map(({ placement }) => placement.slice(9))).toEqual([
      [8, 21, 33],
      [1, 2, 3],
    ])
    expect([writer.instances, writer.triangles]).toEqual([2, 2])
  })

  it('writes lines in metres from a local origin and applies their transform', () => {
    const { writer, scene, node } = writerWithNode()
    const doubled = Float64Array.of(2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 1)
    writer.addLines({
      node,
      lines: [
        [
          [1000, 0, 0],
          [3000, 0, 0],
        ],
      ],
      metres: 0.001,
      color: red,
      matrix: doubled,
    })
    expect(scene.bounds).toEqual({ min: [2, 0, 1], max: [6, 0, 1] })
    expect(scene.shapes[0]?.coordinate(0, 0)).toBe(0)
    expect(scene.materials).toEqual([{ name: '#ff0000', color: red, opacity: 1 }])
  })

  it('adds each material once, and none without a colour', () => {
    const { writer, scene, node } = writerWithNode()
    for (const color of [red, null, red, [1, 0, 0.001]] as const) {
      writer.addMesh({ node, mesh: triangle(), origin: [0, 0, 0], color })
    }
    expect(scene.instances.map(({ material }) => material)).toEqual([0, null, 0, 1])
    expect(writer.material({ name: 'glass', color: red, opacity: 0.5 })).toBe(2)
    expect(writer.material({ name: 'glass', color: red, opacity: 0.6 })).toBe(3)
    expect(writer.material({ name: 'glass', color: red, opacity: 0.5 })).toBe(2)
  })

  it.each([
    ['near zero', [900, 0, 0], [0, 0, 0]],
    ['far from zero', [-2000.25, 5.5, 0], [-2000, 6, 0]],
    ['at a non-finite position', [Number.NaN, 0, 0], [0, 0, 0]],
  ] as const)('sets an origin in whole metres from a first instance that lies %s', (_, first, origin) => {
    const { writer, scene, node } = writerWithNode()
    const mesh = scene.addLines({ positions: new Float32Array(0), indices: new Uint32Array(0) })
    const at = ([x, y, z]: readonly number[]): Float64Array => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z)
    expect(writer.origin).toEqual([0, 0, 0])
    for (const matrix of [at(first), at([1e6, 0, 0])]) {
      writer.addInstance({ node, mesh, material: null, matrix, origin: [0, 0, 0] })
    }
    expect([writer.origin, scene.origin]).toEqual([origin, origin])
  })

  it('throws TranslationError beyond the node and triangle limits', () => {
    const { writer } = writerWithNode({ nodes: 2 })
    writer.addNode({ ...plain, name: 'second' })
    expect(() => writer.addNode({ ...plain, name: 'third' })).toThrow(TranslationError)
    const smallWriter = writerWithNode({ triangles: 1 })
    const drawing = { node: smallWriter.node, mesh: triangle(), origin: [0, 0, 0], color: null } as const
    smallWriter.writer.addMesh(drawing)
    expect(() => smallWriter.writer.addMesh(drawing)).toThrow(TranslationError)
    expect(smallWriter.scene.instances).toHaveLength(1)
  })
})
