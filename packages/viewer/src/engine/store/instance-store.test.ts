import { collectBuffers } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import { placedInstances } from '../../testing/test-instances.js'
import { testRandom } from '../../testing/shapes.js'
import { ElementInstances } from './element-instances.js'
import { placementStride, rangeStride, type GpuChunk } from './gpu-chunk.js'
import { emptyBox, InstanceStore } from './instance-store.js'

describe('InstanceStore', () => {
  it('copies every column of every chunk to consecutive rows (seed 4)', () => {
    const random = testRandom(4)
    const store = new InstanceStore()
    const chunks = [3, 0, 1, 7].map((count) => {
      const rows = placedInstances(Array.from({ length: count }, () => ({})))
      for (const column of Object.values(rows))
        if (ArrayBuffer.isView(column)) {
          const array = column as unknown as Float32Array
          for (let at = 0; at < array.length; at++) array[at] = Math.floor(random() * 250)
        }
      return rows
    })
    for (const chunk of chunks) store.append(chunk)
    expect(store.count).toBe(11)
    const strides = { node: 1, geometry: 1, color: 4, sphere: 4, levelError: 2, flags: 1 } as const
    const all = { ...strides, placement: placementStride, ranges: rangeStride }
    for (const [name, stride] of Object.entries(all)) {
      const key = name as keyof typeof all
      const expected = chunks.flatMap((chunk) => [...chunk[key]])
      expect([...store[key].subarray(0, store.count * stride)], name).toEqual(expected)
    }
  })

  it('keeps its arrays when enough capacity was reserved', () => {
    const store = new InstanceStore()
    store.reserve(5000)
    const { placement, ranges, node } = store
    expect([placement.length >= 5000 * placementStride, ranges.length >= 5000 * rangeStride]).toEqual([true, true])
    store.append(placedInstances(Array.from({ length: 5000 }, () => ({}))))
    expect([store.placement === placement, store.ranges === ranges, store.node === node]).toEqual([true, true, true])
  })

  it('grows a box by exactly the corners of the transformed geometry (seed 9)', () => {
    const random = testRandom(9)
    const store = new InstanceStore()
    const instances = Array.from({ length: 20 }, (_, at) => ({ geometry: at % 3 }))
    store.append(placedInstances(instances))
    for (let at = 0; at < store.count * placementStride; at++) store.placement[at] = random() * 2 - 1
    const extent = Uint16Array.of(10, 20, 30, 0, 5, 60_000, 7, 7, 7)
    for (let instance = 0; instance < store.count; instance++) {
      const expected = emptyBox()
      const geometry = (instance % 3) * 3
      for (let vertex = 0; vertex < 8; vertex++)
        for (let axis = 0; axis < 3; axis++) {
          const row = instance * placementStride + axis * 4
          const value = [0, 1, 2].reduce(
            (sum, column) => sum + ((vertex >> column) & 1) * extent[geometry + column] * store.placement[row + column],
            store.placement[row + 3],
          )
          expected[axis] = Math.min(expected[axis], value)
          expected[axis + 3] = Math.max(expected[axis + 3], value)
        }
      const box = emptyBox()
      store.growBox(instance, extent, box)
      box.forEach((value, side) => expect(value).toBeCloseTo(expected[side], 6))
      const larger = [-1e6, 0, -1e6, 1e6, 0, 1e6]
      store.growBox(instance, extent, larger)
      expect([larger[0], larger[2], larger[3], larger[5]]).toEqual([-1e6, -1e6, 1e6, 1e6])
      expect(larger[1]).toBeCloseTo(Math.min(0, expected[1]), 6)
      expect(larger[4]).toBeCloseTo(Math.max(0, expected[4]), 6)
    }
  })
})

describe('ElementInstances', () => {
  it('lists the instances of every element like a search through all rows (seed 6)', () => {
    const random = testRandom(6)
    const store = new InstanceStore()
    const elements = new ElementInstances(store)
    const nodes: number[] = []
    for (let chunk = 0; chunk < 6; chunk++) {
      const added = Array.from({ length: Math.floor(random() * 30) }, () => ({
        node: Math.floor(random() * 20) + chunk,
      }))
      nodes.push(...added.map(({ node }) => node))
      store.append(placedInstances(added))
      for (let element = -1; element < 30; element++) {
        const expected = nodes.flatMap((node, instance) => (node === element ? [instance] : []))
        expect([...elements.of(element)]).toEqual(expected)
      }
    }
  })

  it('ignores numbers in the capacity beyond the last row', () => {
    const store = new InstanceStore()
    store.append(placedInstances([{ node: 1 }]))
    store.node[1] = 7
    expect([...new ElementInstances(store).of(7)]).toEqual([])
  })
})

describe('buffers of a chunk', () => {
  const empty = (): Pick<GpuChunk, 'colors' | 'textureCoordinates'> => ({ colors: null, textureCoordinates: null })
  const chunk = (more: Partial<GpuChunk>): GpuChunk => {
    const shared = new ArrayBuffer(64)
    return {
      vertices: new Uint16Array(shared, 0, 8),
      copiedVertices: new Uint16Array(shared, 16, 8),
      owners: new Uint32Array(1),
      indices: new Uint32Array(1),
      indices16: new Uint16Array(1),
      indices32: new Uint32Array(1),
      geometries: { count: 2, kind: new Uint8Array(2) },
      instances: placedInstances([{}]),
      ...empty(),
      ...more,
    } as unknown as GpuChunk
  }

  it('lists each buffer once, although several columns share it', () => {
    const buffers = collectBuffers(chunk({}))
    expect(new Set(buffers).size).toBe(buffers.length)
    // One of the vertices, four of owners and indices, one geometry column, eight instance columns.
    expect(buffers.length).toBe(1 + 4 + 1 + 8)
  })

  it('includes vertex colours and texture coordinates where there are any', () => {
    const colors = new Uint8Array(4)
    const textureCoordinates = new Float32Array(2)
    const buffers = collectBuffers(chunk({ colors, textureCoordinates }))
    expect(buffers).toContain(colors.buffer)
    expect(buffers).toContain(textureCoordinates.buffer)
    expect(buffers.length).toBe(collectBuffers(chunk({})).length + 2)
  })
})
