import type { MeshInput, Placement, PropertySet } from '@kamar/core'
import { type FingerprintsInput, mixHash } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { PropertyStore } from '../stores/property-store.js'
import { identityPlacement, SceneStoresBuilder, type ScenePart } from '../test-support/scene-stores.js'
import { at, boxMesh } from '../test-support/written-package.js'
import { ElementFingerprints, hashSet, propertyHashes } from './element-fingerprints.js'
import { InstanceTransformer } from './place-instances.js'

const none = new PropertyStore()

/** Computes the fingerprints of elements, whose parts are listed in element order. */
function fingerprint(
  nodeCount: number,
  parts: readonly ScenePart[],
  { properties = none, origin = [0, 0, 0] }: { properties?: PropertyStore; origin?: readonly number[] } = {},
): FingerprintsInput {
  const stores = new SceneStoresBuilder(nodeCount)
  for (const part of parts) stores.add(part)
  const order = Uint32Array.from(parts.keys())
  const transformer = new InstanceTransformer(stores, { order, sharing: null, geometries: stores.meshes.geometries })
  const fingerprints = new ElementFingerprints(stores, origin)
  for (const block of transformer.run()) fingerprints.add(block, transformer.scene.boxes)
  const assigned = properties.assigned(nodeCount)
  const hashes = Uint32Array.from({ length: assigned.setCount }, (_, number) => hashSet(assigned.getSet(number)))
  return { ...fingerprints.finish(), properties: propertyHashes(assigned, hashes) }
}

const rotated: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0]
const scaled: Placement = [2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]
const box = boxMesh(1, 2, 4)
/** Moves a placement. */
const move = (placement: Placement, x: number, y: number, z: number): Placement => [
  ...(placement.slice(0, 9) as unknown as [number, number, number, number, number, number, number, number, number]),
  placement[9] + x,
  placement[10] + y,
  placement[11] + z,
]
/** Returns the shape hash of one element of these parts. */
const hashShape = (...parts: readonly Omit<ScenePart, 'node'>[]): number =>
  fingerprint(
    1,
    parts.map((part) => ({ node: 0, ...part })),
  ).shape[0]
const hashOrientation = (placement: Placement): number =>
  fingerprint(1, [{ node: 0, mesh: box, placement }]).orientation[0]

describe('shape fingerprint', () => {
  it('does not depend on the position or rotation of the element', () => {
    const shape = hashShape({ mesh: box })
    expect(hashShape({ mesh: box, placement: at(5, 6, 7) })).toBe(shape)
    expect(hashShape({ mesh: box, placement: rotated })).toBe(shape)
    expect(shape & 1).toBe(1)
  })

  it('differs between shapes, scales and numbers of parts', () => {
    const shapes = [
      hashShape({ mesh: box }),
      hashShape({ mesh: boxMesh(1, 2, 4.1) }),
      hashShape({ mesh: box, placement: scaled }),
      hashShape({ mesh: box, placement: [3, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0] }),
      hashShape({ mesh: box }, { mesh: box }),
      hashShape({ mesh: box }, { mesh: box, placement: at(3, 0, 0) }),
      hashShape({ mesh: box }, { mesh: box, placement: at(0, 3, 0) }),
      hashShape({ mesh: box }, { mesh: box, placement: at(0, 0, 3) }),
      hashShape({ mesh: box }, { mesh: boxMesh(1, 1, 1), placement: at(3, 0, 0) }),
    ]
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('ignores noise below its grid, and not what is far above it', () => {
    const pair = (offset: number): number => hashShape({ mesh: box }, { mesh: box, placement: at(3 + offset, 0, 0) })
    expect(pair(0.0002)).toBe(pair(0))
    expect(pair(0.004)).not.toBe(pair(0))
    const scale = (factor: number): number =>
      hashShape({ mesh: box, placement: [factor, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0] })
    expect(scale(1.0001)).toBe(scale(1))
    expect(scale(1.002)).not.toBe(scale(1))
  })

  it('measures offsets between parts in the axes of the first part, so that the element may be rotated as a unit', () => {
    const upright = hashShape({ mesh: box }, { mesh: box, placement: at(3, 5, 7) })
    // The offset (3, 5, 7) rotated by 90° about z is (-5, 3, 7).
    expect(hashShape({ mesh: box, placement: rotated }, { mesh: box, placement: move(rotated, -5, 3, 7) })).toBe(
      upright,
    )
    expect(hashShape({ mesh: box, placement: at(1, 1, 1) }, { mesh: box, placement: at(4, 6, 8) })).toBe(upright)
  })

  it('does not depend on the frame in which a mesh was modelled', () => {
    const shifted: MeshInput = { ...box, positions: box.positions.map((value) => value + 8) }
    const placements = [identityPlacement, rotated, scaled]
    for (const placement of placements) {
      const x = placement[0] * 8 + placement[3] * 8 + placement[6] * 8
      const y = placement[1] * 8 + placement[4] * 8 + placement[7] * 8
      const z = placement[2] * 8 + placement[5] * 8 + placement[8] * 8
      const one = hashShape({ mesh: boxMesh(1, 1, 1) }, { mesh: box, placement })
      const other = hashShape({ mesh: boxMesh(1, 1, 1) }, { mesh: shifted, placement: move(placement, -x, -y, -z) })
      expect(other).toBe(one)
    }
  })

  it('is that of the vertices for lines and points, which differ from each other', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 2, 3, 4, 4, 4)
    const lines = { positions, indices: Uint32Array.of(0, 1, 1, 2) }
    const shapes = [
      hashShape({ lines }),
      hashShape({ points: { positions } }),
      hashShape({ lines: { ...lines, indices: Uint32Array.of(0, 1, 1, 2, 2, 0) } }),
      hashShape({ lines: { ...lines, positions: Float32Array.of(0, 0, 0, 1, 2, 3, 4, 4, 3) } }),
      hashShape({ points: { positions: Float32Array.of(0, 0, 0, 1, 2, 3, 4, 4, 3) } }),
    ]
    expect(new Set(shapes).size).toBe(5)
    expect(hashShape({ points: { positions }, placement: at(1, 1, 1) })).toBe(shapes[1])
  })
})

describe('orientation fingerprint', () => {
  it('does not depend on position or scale, and differs between rotations', () => {
    expect(hashOrientation(at(5, 5, 5))).toBe(hashOrientation(identityPlacement))
    expect(hashOrientation(scaled)).toBe(hashOrientation(identityPlacement))
    const tilted: Placement = [1, 0, 0, 0, 0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0]
    const all = [identityPlacement, rotated, tilted, [0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0] as const].map(hashOrientation)
    expect(new Set(all).size).toBe(4)
  })

  it('is the hash of nine direction cosines in steps of a thousandth', () => {
    // floor(cosine / 0.001 + 0.2718): 0 → 0, ±1 → ±1000.
    const cosines = [0, 1000, 0, -1000, 0, 0, 0, 0, 1000]
    expect(hashOrientation(move(rotated, 1, 2, 3))).toBe(cosines.reduce(mixHash, 0))
  })

  it('is finite for an axis of length zero', () => {
    const flat: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    expect(hashOrientation(flat)).toBe([1000, 0, 0, 0, 1000, 0, 0, 0, 0].reduce(mixHash, 0))
  })
})

describe('measures of an element', () => {
  it('are the sums over its parts, scaled', () => {
    const { area, volume } = fingerprint(2, [
      { node: 0, mesh: boxMesh(1, 1, 1) },
      { node: 1, mesh: boxMesh(1, 1, 1), placement: [2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0] },
      { node: 1, mesh: boxMesh(2, 2, 2), placement: at(9, 0, 0) },
    ])
    expect([...area]).toEqual([expect.closeTo(6, 2), expect.closeTo(24 + 24, 1)])
    expect([...volume]).toEqual([expect.closeTo(1, 2), expect.closeTo(8 + 8, 1)])
  })

  it('have no volume when any part is open', () => {
    const open = { positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
    const { area, volume } = fingerprint(2, [
      { node: 0, mesh: open },
      { node: 0, mesh: box },
      { node: 1, mesh: box },
      { node: 1, lines: { positions: open.positions, indices: Uint32Array.of(0, 1) } },
    ])
    expect([...volume]).toEqual([Number.NaN, Number.NaN])
    expect([...area]).toEqual([expect.closeTo(28.5, 1), expect.closeTo(28, 1)])
  })

  it('are a box in millimetres of the source coordinates', () => {
    const { box: boxes } = fingerprint(
      2,
      [
        { node: 1, mesh: boxMesh(1, 1, 1), placement: at(-1, 0, 0.25) },
        { node: 1, mesh: boxMesh(1, 1, 1), placement: at(4, 7, 0) },
      ],
      { origin: [1000, 0, -5] },
    )
    expect([...boxes]).toEqual([0, 0, 0, 0, 0, 0, 999_000, 0, -5000, 1_005_000, 8000, -3750])
  })

  it('are empty for elements without geometry', () => {
    const { count, shape, orientation, box: boxes, area, volume } = fingerprint(3, [{ node: 1, mesh: box }])
    expect([count, shape[0], shape[2], orientation[0], orientation[2]]).toEqual([3, 0, 0, 0, 0])
    expect([...boxes.subarray(0, 6), ...boxes.subarray(12)]).toEqual(Array.from({ length: 12 }, () => 0))
    expect([area[0], volume[0], area[2], volume[2]]).toEqual([0, Number.NaN, 0, Number.NaN])
  })
})

describe('property fingerprint', () => {
  const createSet = (name: string, ...properties: PropertySet['properties']): PropertySet => ({ name, properties })
  const fire = { name: 'Fire', value: 'REI 60' }
  const width = { name: 'Width', value: 3, unit: 'm' }

  /** Returns the property hash of an element per list of sets. */
  function hashProperties(...elements: readonly (readonly PropertySet[])[]): number[] {
    const properties = new PropertyStore()
    elements.forEach((sets, element) =>
      properties.assign(
        element,
        sets.map((set) => properties.add(set)),
      ),
    )
    return [...fingerprint(elements.length, [], { properties }).properties]
  }

  it('is 0 without sets, and odd otherwise', () => {
    const [without, empty, filled] = hashProperties([], [createSet('')], [createSet('A', fire)])
    expect([without, empty % 2, filled % 2]).toEqual([0, 1, 1])
  })

  it('does not depend on the order of sets and properties, or on the GlobalId', () => {
    const id = (value: string): PropertySet['properties'][number] => ({ name: 'GlobalId', value })
    const [one, other] = hashProperties(
      [createSet('A', fire, width, id('first')), createSet('B', fire)],
      [createSet('B', fire), createSet('A', id('second'), width, fire)],
    )
    expect(other).toBe(one)
  })

  it('differs by name, value, unit, set name, number of properties and number of sets', () => {
    const hashes = hashProperties(
      [createSet('A', fire, width)],
      [createSet('B', fire, width)],
      [createSet('A', fire)],
      [createSet('A', fire), createSet('A', width)],
      [createSet('A', { ...fire, value: 'REI 90' }, width)],
      [createSet('A', { ...fire, name: 'Fare' }, width)],
      [createSet('A', fire, { ...width, unit: 'mm' })],
      [createSet('A', fire, { name: 'Width', value: 3 })],
      [createSet('A', fire, width, { name: '', value: '' })],
      [createSet('A', fire, width), createSet('A', fire, width)],
      [createSet('A', { name: 'Fire', value: 'Width' }, { name: 'REI 60', value: 3, unit: 'm' })],
    )
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('is computed from lengths and UTF-16 units, so that stored fingerprints of two versions are comparable', () => {
    const text = (value: string): number =>
      Array.from({ length: value.length }, (_, at) => value.charCodeAt(at)).reduce(mixHash, value.length)
    const property = mixHash(mixHash(text('Width'), text('3')), text('m'))
    const set = mixHash((text('A') + property) >>> 0, 1)
    expect(hashProperties([createSet('A', width)])).toEqual([(mixHash(set, 1) | 1) >>> 0])
  })
})
