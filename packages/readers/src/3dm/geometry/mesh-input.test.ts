import { describe, expect, it, vi } from 'vitest'
import type { Face, MeshBuffers, RhinoMesh } from '../archive/kernel-types.js'
import { copyOf, keptMeshes, vertexColorsOf } from './mesh-input.js'

const handle = { delete: () => undefined }
const buffers: MeshBuffers = {
  position: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normal: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  index: Uint32Array.of(0, 1, 2),
}

/** A mesh with a colour for each of these vertices. */
function mesh(content: MeshBuffers = buffers, colored = 0): RhinoMesh {
  return {
    ...{ ...handle, objectType: { value: 32 }, userStringCount: 0, getUserStrings: () => [] },
    toThreejsBuffers: () => content,
    vertices: () => ({ ...handle, count: (content.position?.length ?? 0) / 3 }),
    vertexColors: () => ({ ...handle, count: colored, get: (vertex) => ({ r: 10 * vertex, g: 20, b: 30, a: 0 }) }),
  }
}

const face = (kept: RhinoMesh | null): Face => ({
  ...{ ...handle, orientationIsReversed: false, loops: { ...handle, count: 0, get: () => missing() } },
  underlyingSurface: () => null,
  getMesh: () => kept,
})

function missing(): never {
  throw new RangeError('a face of this test has no borders')
}

describe('stored meshes', () => {
  const any = { value: 4 }

  it('are taken when every face has one', () => {
    expect(keptMeshes([face(mesh()), face(mesh())], any)).toEqual([buffers, buffers])
  })

  it('are not taken in part: faces would not meet', () => {
    expect(keptMeshes([face(mesh()), face(null)], any)).toBeNull()
  })

  it('without triangles are none', () => {
    expect(keptMeshes([face(mesh({})), face(mesh({ index: new Uint32Array(0) }))], any)).toBeNull()
    expect(keptMeshes([], any)).toBeNull()
  })

  it('are given back to the library', () => {
    const kept = mesh()
    const free = vi.spyOn(kept, 'delete')
    keptMeshes([face(kept)], any)
    expect(free).toHaveBeenCalledOnce()
  })

  it('are copies: the memory they come from moves when it grows', () => {
    const copy = copyOf(mesh())
    expect(copy).toEqual(buffers)
    expect(copy.position).not.toBe(buffers.position)
    expect(copyOf(mesh({}))).toEqual({})
  })
})

describe('colours of corners', () => {
  it('are taken where each has one, without their transparency', () => {
    expect(vertexColorsOf(mesh(buffers, 3))).toEqual(Uint8Array.of(0, 20, 30, 255, 10, 20, 30, 255, 20, 20, 30, 255))
  })

  it.each([0, 2, 4])('are none where there are %d for three corners', (count) => {
    expect(vertexColorsOf(mesh(buffers, count))).toBeNull()
  })
})
