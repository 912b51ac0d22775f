import { describe, expect, it, vi } from 'vitest'
import type { Face, MeshBuffers, RhinoMesh } from '../archive/kernel-types.js'
import { copyBuffers, readCachedMeshes, readVertexColors } from './mesh-input.js'

const handle = { delete: () => undefined }
const buffers: MeshBuffers = {
  position: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  index: Uint32Array.of(0, 1, 2),
}

/** Creates a mesh with a colour for each of these vertices. */
function mesh(content: MeshBuffers = buffers, colored = 0): RhinoMesh {
  return {
    ...{ ...handle, objectType: { value: 32 }, userStringCount: 0, getUserStrings: () => [] },
    toThreejsBuffers: () => content,
    vertices: () => ({ ...handle, count: (content.position?.length ?? 0) / 3 }),
    vertexColors: () => ({ ...handle, count: colored, get: (vertex) => ({ r: 10 * vertex, g: 20, b: 30, a: 0 }) }),
  }
}

const face = (renderMesh: RhinoMesh | null): Face => ({
  ...{ ...handle, orientationIsReversed: false, loops: { ...handle, count: 0, get: () => missing() } },
  underlyingSurface: () => null,
  getMesh: () => renderMesh,
})

function missing(): never {
  throw new RangeError('a face of this test has no borders')
}

describe('stored Rhino face meshes', () => {
  const any = { value: 4 }

  it('are used when every face has one', () => {
    expect(readCachedMeshes([face(mesh()), face(mesh())], any)).toEqual([buffers, buffers])
  })

  it('are not used when a face has none', () => {
    expect(readCachedMeshes([face(mesh()), face(null)], any)).toBeNull()
  })

  it('are not used without triangles', () => {
    expect(readCachedMeshes([face(mesh({})), face(mesh({ index: new Uint32Array(0) }))], any)).toBeNull()
    expect(readCachedMeshes([], any)).toBeNull()
  })

  it('are freed in the library after reading', () => {
    const renderMesh = mesh()
    const free = vi.spyOn(renderMesh, 'delete')
    readCachedMeshes([face(renderMesh)], any)
    expect(free).toHaveBeenCalledOnce()
  })

  it('are copied out of library memory', () => {
    const copy = copyBuffers(mesh())
    expect(copy).toEqual(buffers)
    expect(copy.position).not.toBe(buffers.position)
    expect(copyBuffers(mesh({}))).toEqual({})
  })
})

describe('3DM vertex colors', () => {
  it('are read as opaque when every vertex has one', () => {
    expect(readVertexColors(mesh(buffers, 3))).toEqual(Uint8Array.of(0, 20, 30, 255, 10, 20, 30, 255, 20, 20, 30, 255))
  })

  it.each([0, 2, 4])('are ignored for %d colors on three vertices', (count) => {
    expect(readVertexColors(mesh(buffers, count))).toBeNull()
  })
})
