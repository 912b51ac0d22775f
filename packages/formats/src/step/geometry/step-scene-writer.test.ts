import { createRecordedContext } from '@kamar/test-kit'
import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { StepSceneWriter, type ItemInstance } from './step-scene-writer.js'

const at = (x: number, y = 0, z = 0): ItemInstance => ({
  node: 0,
  matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z),
  style: null,
})
const red = { color: [1, 0, 0], opacity: 1 } as const
const glass = { color: [1, 0, 0], opacity: 0.5 } as const

function createWriterWithMesh(limits: { triangles?: number } = {}) {
  const { context, scene } = createRecordedContext({ limits })
  scene.setUnit({ name: 'mm', metres: 0.001 })
  scene.addNode({ parent: null, name: 'a', class: 'part', sourceId: '' })
  const mesh = scene.addMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2),
  })
  return { writer: new StepSceneWriter(context), scene, mesh: mesh ?? 0 }
}

describe('StepSceneWriter', () => {
  it('adds the origin of a mesh to every instance', () => {
    const { writer, scene, mesh } = createWriterWithMesh()
    writer.addInstances({ mesh, style: null, origin: [1, 2, 3] }, [at(10), at(20)])
    expect(scene.instances.map(({ placement }) => placement.slice(9))).toEqual([
      [11, 2, 3],
      [21, 2, 3],
    ])
    expect(writer.instances).toBe(2)
  })

  it('keeps a model near zero in place, and moves a far one by whole metres', () => {
    const near = createWriterWithMesh()
    near.writer.addInstances({ mesh: near.mesh, style: null, origin: [0, 0, 0] }, [at(900)])
    expect([near.scene.origin, near.writer.origin]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    const far = createWriterWithMesh()
    far.writer.addInstances({ mesh: far.mesh, style: null, origin: [0.5, 0, 0] }, [at(-2000.25, 5), at(0)])
    expect(far.scene.origin).toEqual([-2000, 5, 0])
    expect(far.writer.origin).toEqual([-2000, 5, 0])
  })

  it('creates each material once, and prefers the style of the instance to that of the mesh', () => {
    const { writer, scene, mesh } = createWriterWithMesh()
    writer.addInstances({ mesh, style: red, origin: [0, 0, 0] }, [at(0), { ...at(1), style: glass }, at(2)])
    writer.addInstances({ mesh, style: null, origin: [0, 0, 0] }, [at(3)])
    expect(scene.instances.map(({ material }) => material)).toEqual([0, 1, 0, null])
    expect(scene.materials.map(({ name, opacity }) => `${name} ${opacity}`)).toEqual(['#ff0000 1', '#ff0000 50 % 0.5'])
  })

  it('throws TranslationError beyond the triangle limit', () => {
    const { writer } = createWriterWithMesh({ triangles: 100 })
    writer.countTriangles(60)
    writer.countTriangles(40)
    expect(() => writer.countTriangles(1)).toThrow(TranslationError)
    expect(writer.triangles).toBe(101)
  })
})
