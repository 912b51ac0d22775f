import { createRecordedContext } from '@kamar/test-kit'
import { TranslationError } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { ScenePusher, type Placing } from './scene-pusher.js'

const at = (x: number, y = 0, z = 0): Placing => ({
  node: 0,
  matrix: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z),
  style: null,
})
const red = { color: [1, 0, 0], opacity: 1 } as const
const glass = { color: [1, 0, 0], opacity: 0.5 } as const

function pusherWithMesh(limits: { triangles?: number } = {}) {
  const { context: room, scene } = createRecordedContext({ limits })
  scene.setUnit({ name: 'mm', metres: 0.001 })
  scene.addNode({ parent: null, name: 'a', class: 'part', sourceId: '' })
  const mesh = scene.addMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2),
  })
  return { pusher: new ScenePusher(room), scene, mesh: mesh ?? 0 }
}

describe('pushing instances', () => {
  it('adds a mesh’s own origin to every place', () => {
    const { pusher, scene, mesh } = pusherWithMesh()
    pusher.place({ mesh, style: null, origin: [1, 2, 3] }, [at(10), at(20)])
    expect(scene.instances.map(({ placement }) => placement.slice(9))).toEqual([
      [11, 2, 3],
      [21, 2, 3],
    ])
    expect(pusher.instances).toBe(2)
  })

  it('keeps a model that is near where it is, and moves one that is far by whole metres', () => {
    const near = pusherWithMesh()
    near.pusher.place({ mesh: near.mesh, style: null, origin: [0, 0, 0] }, [at(900)])
    expect([near.scene.origin, near.pusher.origin]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    const far = pusherWithMesh()
    far.pusher.place({ mesh: far.mesh, style: null, origin: [0.5, 0, 0] }, [at(-2000.25, 5), at(0)])
    expect(far.scene.origin).toEqual([-2000, 5, 0])
    expect(far.pusher.origin).toEqual([-2000, 5, 0])
  })

  it('makes a material of each look once; the use’s goes before the mesh’s', () => {
    const { pusher, scene, mesh } = pusherWithMesh()
    pusher.place({ mesh, style: red, origin: [0, 0, 0] }, [at(0), { ...at(1), style: glass }, at(2)])
    pusher.place({ mesh, style: null, origin: [0, 0, 0] }, [at(3)])
    expect(scene.instances.map(({ material }) => material)).toEqual([0, 1, 0, null])
    expect(scene.materials.map(({ name, opacity }) => `${name} ${opacity}`)).toEqual(['#ff0000 1', '#ff0000 50 % 0.5'])
  })

  it('ends beyond the limit on triangles', () => {
    const { pusher } = pusherWithMesh({ triangles: 100 })
    pusher.countTriangles(60)
    pusher.countTriangles(40)
    expect(() => pusher.countTriangles(1)).toThrow(TranslationError)
    expect(pusher.triangles).toBe(101)
  })
})
