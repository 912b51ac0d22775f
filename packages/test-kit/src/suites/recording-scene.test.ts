import { TranslationError, type MeshInput, type Placement, type PreparedMesh } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { RecordingScene } from './recording-scene.js'

const triangle: MeshInput = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
}
const prepared: PreparedMesh = {
  positions: Uint16Array.of(0, 0, 0, 100, 0, 0, 0, 200, 0),
  normals: new Int8Array(6),
  colors: null,
  indices: Uint32Array.of(0, 1, 2, 0, 1, 2),
  levels: [
    { start: 0, count: 3, errorMetres: 0 },
    { start: 3, count: 3, errorMetres: 0.1 },
  ],
  edges: new Uint32Array(),
  source: { triangles: 1, unusable: 0, withoutArea: 0, collapsed: 0, repeated: 0 },
  origin: [5, 0, 0],
  step: 0.01,
  area: 1,
  volume: null,
  closed: false,
  shapeHash: '0123456789abcdef',
}
const at = (x: number, y: number, z: number): Placement => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]
const node = { parent: null, name: 'a', class: 'object', sourceId: '' }

function filled(shift = 0): RecordingScene {
  const scene = new RecordingScene()
  scene.setUnit({ name: 'm', metres: 1 })
  scene.addMaterial({ name: 'red', color: [1, 0, 0], opacity: 1 })
  const mesh = scene.addMesh(triangle) ?? 0
  scene.addNode(node)
  scene.addInstance({ node: 0, mesh, placement: at(shift, 0, 0), material: 0 })
  scene.addInstance({ node: 0, mesh, placement: at(10, 20, 30), material: null })
  return scene
}

describe('RecordingScene', () => {
  it('counts nodes, meshes, instances and primitives', () => {
    const scene = filled()
    const lines = scene.addLines({ positions: Float32Array.of(0, 0, 0, 1, 1, 1), indices: Uint32Array.of(0, 1) })
    scene.addInstance({ node: 0, mesh: lines, placement: at(0, 0, 0), material: null })
    const points = scene.addPoints({ positions: Float32Array.of(0, 0, 0, 1, 1, 1) })
    scene.addInstance({ node: 0, mesh: points, placement: at(0, 0, 0), material: null })
    expect(scene.numbers).toEqual({
      nodes: 1,
      meshes: 1,
      instances: 4,
      triangles: 1,
      placedTriangles: 2,
      lines: 1,
      points: 2,
      materials: 1,
      propertySets: 0,
    })
  })

  it('computes the bounds of transformed instances', () => {
    expect(new RecordingScene().bounds).toBeNull()
    expect(filled().bounds).toEqual({ min: [0, 0, 0], max: [11, 21, 30] })
    const rotatedScene = new RecordingScene()
    rotatedScene.addNode(node)
    const mesh = rotatedScene.addMesh(triangle) ?? 0
    rotatedScene.addInstance({ node: 0, mesh, placement: [0, 0, 2, 0, 1, 0, -1, 0, 0, 0, 0, 0], material: null })
    expect(rotatedScene.bounds).toEqual({ min: [0, 0, 0], max: [0, 1, 2] })
  })

  it('decodes prepared meshes from their quantisation step, at the finest level only', () => {
    const scene = new RecordingScene()
    scene.addNode(node)
    scene.addInstance({ node: 0, mesh: scene.addMesh(prepared) ?? 0, placement: at(0, 0, 0), material: null })
    expect(scene.bounds).toEqual({ min: [5, 0, 0], max: [6, 2, 0] })
    expect(scene.numbers.triangles).toBe(1)
  })

  it('has equal digests for equal content only', () => {
    expect(filled().digest).toBe(filled().digest)
    expect(filled().digest).toMatch(/^[0-9a-f]{16}$/)
    expect(filled(1).digest).not.toBe(filled().digest)
  })

  it('stores equal property sets once', () => {
    const scene = filled()
    const set = { name: 'Size', properties: [{ name: 'Length', value: 2, unit: 'm' }] }
    expect([scene.addPropertySet(set), scene.addPropertySet(structuredClone(set))]).toEqual([0, 0])
    scene.assignPropertySets(0, [0])
    expect(scene.assignments.get(0)).toEqual([0])
  })

  it('returns null for an empty mesh', () => {
    expect(new RecordingScene().addMesh({ positions: new Float32Array(), indices: new Uint32Array() })).toBeNull()
  })

  it('rejects invalid references, indices and coordinates', () => {
    const scene = filled()
    const placement = at(0, 0, 0)
    expect(() => scene.addInstance({ node: 9, mesh: 0, placement, material: null })).toThrow('no node 9')
    expect(() => scene.addInstance({ node: 0, mesh: 9, placement, material: null })).toThrow('no mesh 9')
    expect(() => scene.addInstance({ node: 0, mesh: 0, placement, material: 9 })).toThrow('no material 9')
    expect(() => scene.addNode({ ...node, parent: 9 })).toThrow('no node 9')
    expect(() => scene.assignPropertySets(0, [4])).toThrow('no such node or set')
    expect(() => scene.setOrigin([1, 2, 3])).toThrow('after addInstance')
    expect(() => scene.addMesh({ ...triangle, indices: Uint32Array.of(0, 1, 3) })).toThrow('points outside')
    const broken = Float32Array.of(0, 0, 0, 1, 0, 0, 0, Number.NaN, 0)
    expect(() => scene.addMesh({ ...triangle, positions: broken })).toThrow('not finite')
  })

  it('throws in settle after a cancellation', async () => {
    const abort = new AbortController()
    const scene = new RecordingScene({ signal: abort.signal })
    await scene.settle()
    abort.abort()
    await expect(scene.settle()).rejects.toThrow(TranslationError)
    expect(scene.settleCount).toBe(2)
  })
})
