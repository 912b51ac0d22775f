import { describe, expect, it } from 'vitest'
import { chunkIds } from './chunk-ids.js'
import { chunk, file, floats, longs, material, meshObject, node, text, uint16Bytes } from './fixtures/chunk-writer.js'
import type { TdsMaterial, TdsModel, TdsNode } from './model.js'
import { parseFile } from './parse-file.js'

/** Parses a file; also returns whether it was truncated. */
function parse(editor: readonly Uint8Array[], nodes: readonly Uint8Array[] = []): TdsModel & { isCut: boolean } {
  const damage = { isCut: false }
  const model = parseFile(file(editor, nodes), damage)
  return { ...model, isCut: damage.isCut }
}

const parseMaterial = (...fields: readonly Uint8Array[]): TdsMaterial | undefined =>
  parse([chunk(chunkIds.material, ...fields)]).materials.get('')
const parseNode = (...fields: readonly Uint8Array[]): TdsNode | undefined =>
  parse([], [chunk(chunkIds.objectNode, ...fields)]).nodes[0]
const slab = { name: 'Slab', vertices: [0, 0, 0, 2, 0, 0, 0, 3, 0], faces: [0, 1, 2] }

describe('3DS material', () => {
  it('is grey and opaque by default', () => {
    expect(parseMaterial()).toEqual({ name: '', color: [0.8, 0.8, 0.8], opacity: 1 })
  })

  it('uses the first of its color chunks and ignores the second', () => {
    const bytes = (...channels: readonly number[]): Uint8Array => chunk(chunkIds.colorByte, Uint8Array.from(channels))
    expect(parseMaterial(chunk(chunkIds.materialDiffuse, bytes(255, 0, 51), bytes(9, 9, 9)))?.color).toEqual([
      1, 0, 0.2,
    ])
  })

  it.each([
    ['bytes', chunk(chunkIds.colorByte, Uint8Array.of(0, 255, 51)), [0, 1, 0.2]],
    ['floats', chunk(chunkIds.colorFloat, floats(0, 1, 0.5)), [0, 1, 0.5]],
    ['out-of-range floats', chunk(chunkIds.colorFloat, floats(-1, 2, Number.NaN)), [0, 1, 0]],
    ['an unknown chunk', chunk(0x0012, Uint8Array.of(1, 2, 3)), [0.8, 0.8, 0.8]],
  ])('takes its color from %s', (_, color, expected) => {
    expect(parseMaterial(chunk(chunkIds.materialDiffuse, color))?.color).toEqual(expected)
  })

  it.each([
    ['an integer percentage', chunk(chunkIds.percentInteger, uint16Bytes(25)), 0.75],
    ['a fraction', chunk(chunkIds.percentFloat, floats(0.25)), 0.75],
    ['more than 100 percent', chunk(chunkIds.percentInteger, uint16Bytes(400)), 0],
    ['less than zero', chunk(chunkIds.percentFloat, floats(-3)), 1],
    ['zero', new Uint8Array(0), 1],
  ])('reads its opacity from a transparency of %s', (_, percent, opacity) => {
    expect(parseMaterial(chunk(chunkIds.materialTransparency, percent))?.opacity).toBe(opacity)
  })

  it('has the file name of its first texture, without folders', () => {
    const map = (name: string): Uint8Array => chunk(chunkIds.materialTexture, chunk(chunkIds.textureFile, text(name)))
    expect(parseMaterial(map('C:\\MAPS\\WOOD.JPG'), map('OTHER.JPG'))?.texture?.name).toBe('WOOD.JPG')
    expect(parseMaterial(map(''))?.texture).toBeUndefined()
    expect(parseMaterial(chunk(chunkIds.materialTexture))?.texture).toBeUndefined()
  })

  it('reads clamping, scale, offset and angle of its texture', () => {
    const map = [
      chunk(chunkIds.textureFile, text('a.png')),
      chunk(chunkIds.textureTiling, uint16Bytes(0x10)),
      chunk(chunkIds.textureScaleU, floats(2)),
      chunk(chunkIds.textureScaleV, floats(3)),
      chunk(chunkIds.textureOffsetU, floats(0.5)),
      chunk(chunkIds.textureOffsetV, floats(Number.NaN)),
      chunk(chunkIds.textureAngle, floats(90)),
    ]
    expect(parseMaterial(chunk(chunkIds.materialTexture, ...map))?.texture).toEqual({
      name: 'a.png',
      isClamped: true,
      scale: [2, 3],
      offset: [0.5, 0],
      angle: 90,
    })
  })

  it('keeps the first definition of a repeated name', () => {
    const { materials } = parse([
      material({ name: 'Brick', color: [255, 0, 0] }),
      material({ name: 'Brick', color: [0, 0, 255] }),
    ])
    expect([...materials.values()].map(({ color }) => color)).toEqual([[1, 0, 0]])
  })
})

describe('3DS object', () => {
  it('is read as a mesh, a light, a camera or nothing', () => {
    const object = (name: string, ...parts: readonly Uint8Array[]): Uint8Array =>
      chunk(chunkIds.object, text(name), ...parts)
    const model = parse([
      meshObject(slab),
      object('Lamp', chunk(chunkIds.light, floats(0, 0, 0))),
      object('View', chunk(chunkIds.camera, floats(0, 0, 0))),
      object('Empty'),
    ])
    expect(model).toMatchObject({ lights: 1, cameras: 1, repeatedMeshes: 0, isCut: false })
    expect([...model.meshes.keys()]).toEqual(['Slab'])
  })

  it('is hidden by a hidden chunk anywhere within it', () => {
    const triangles = chunk(chunkIds.triangles, chunk(chunkIds.vertices, uint16Bytes(0)))
    const { meshes } = parse([
      meshObject({ ...slab, isHidden: true }),
      chunk(chunkIds.object, text('Late'), triangles, chunk(chunkIds.objectHidden)),
    ])
    expect([...meshes.values()].map(({ isHidden }) => isHidden)).toEqual([true, true])
  })

  it('is counted and discarded when its name is already used', () => {
    const model = parse([meshObject(slab), meshObject({ ...slab, vertices: [9, 9, 9], faces: [] })])
    expect(model.repeatedMeshes).toBe(1)
    expect(model.meshes.get('Slab')?.positions).toHaveLength(9)
  })
})

describe('3DS mesh', () => {
  const parseMesh = (...parts: readonly Uint8Array[]) =>
    parse([chunk(chunkIds.object, text('Slab'), chunk(chunkIds.triangles, ...parts))]).meshes.get('Slab')

  it('has vertices, faces without their edge flags, materials, smoothing groups and a matrix', () => {
    const draft = meshObject({
      ...slab,
      materials: [{ name: 'Brick', faces: [0] }],
      smoothingGroups: [5],
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 5, 6],
    })
    expect(parse([draft]).meshes.get('Slab')).toMatchObject({
      positions: Float32Array.from(slab.vertices),
      indices: Uint16Array.of(0, 1, 2),
      materialFaces: [{ material: 'Brick', faces: Uint16Array.of(0) }],
      smoothingGroups: Uint32Array.of(5),
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1, 4, 5, 6],
    })
  })

  it('has no smoothing group for faces beyond the group list', () => {
    const faces = chunk(
      chunkIds.faces,
      uint16Bytes(2, 0, 1, 2, 0, 2, 1, 0, 0),
      chunk(chunkIds.smoothingGroups, longs(7)),
    )
    expect(parseMesh(faces)?.smoothingGroups).toEqual(Uint32Array.of(7, 0))
  })

  it('reads no more vertices and faces than its chunks hold', () => {
    const mesh = parseMesh(
      chunk(chunkIds.vertices, uint16Bytes(900), floats(1, 2, 3)),
      chunk(chunkIds.faces, uint16Bytes(900, 0, 0, 0, 0)),
    )
    expect([mesh?.positions.length, mesh?.indices.length]).toEqual([3, 3])
  })

  it('ignores a matrix with non-finite values', () => {
    expect(
      parseMesh(chunk(chunkIds.meshMatrix, floats(...Array.from({ length: 11 }, () => 1), Number.NaN)))?.matrix,
    ).toBeNull()
  })
})

/** Creates a track: the number of its keys, the flag bits of the first key, then floats. */
const track = (id: number, keys: number, bits: number, ...values: readonly number[]): Uint8Array =>
  chunk(id, uint16Bytes(0), longs(0, 0, keys), longs(0), uint16Bytes(bits), floats(...values))

describe('3DS keyframer node', () => {
  it('is at the origin by default and takes its index as its number', () => {
    const { nodes } = parse([], [chunk(chunkIds.objectNode), chunk(chunkIds.objectNode)])
    expect(nodes).toEqual(
      [0, 1].map((number) => ({
        ...{ number, meshName: '', instanceName: '', parent: null, pivot: [0, 0, 0] },
        ...{ position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
      })),
    )
  })

  it('reads number, mesh, instance name, parent, pivot and scale', () => {
    const draft = { number: 7, mesh: 'Slab', instance: 'left', parent: 3, pivot: [1, 2, 3], scale: [2, 2, 2] }
    expect(parse([], [node(draft)]).nodes[0]).toMatchObject({
      ...{ number: 7, meshName: 'Slab', instanceName: 'left', parent: 3, pivot: [1, 2, 3], scale: [2, 2, 2] },
    })
  })

  it.each([0, 1, 2, 3, 4])('skips spline parameter %d in front of a key', (bit) => {
    const position = track(chunkIds.positionTrack, 1, 1 << bit, 99, 4, 5, 6)
    expect(parseNode(position)?.position).toEqual([4, 5, 6])
  })

  it('ignores key flags that announce no spline parameter', () => {
    expect(parseNode(track(chunkIds.positionTrack, 1, 0x8020, 4, 5, 6))?.position).toEqual([4, 5, 6])
  })

  it('uses the first of several position keys', () => {
    expect(parseNode(track(chunkIds.positionTrack, 2, 0, 4, 5, 6, 0, 0, 0, 9, 9, 9))?.position).toEqual([4, 5, 6])
  })

  it.each([
    ['has no keys', track(chunkIds.scaleTrack, 0, 0, 5, 5, 5)],
    ['is not finite', track(chunkIds.scaleTrack, 1, 0, Number.NaN, 1, 1)],
  ])('keeps a scale of 1 when the scale track %s', (_, scale) => {
    expect(parseNode(scale)?.scale).toEqual([1, 1, 1])
  })

  it('keeps its pivot at the origin when the stated one is non-finite', () => {
    expect(parseNode(chunk(chunkIds.pivot, floats(1, Infinity, 3)))?.pivot).toEqual([0, 0, 0])
  })

  it('is skipped when it is of another kind, such as a camera', () => {
    expect(parse([], [chunk(0xb003, chunk(chunkIds.nodeNumber, uint16Bytes(4)))]).nodes).toEqual([])
  })
})

describe('truncated 3DS file', () => {
  const complete = file([meshObject(slab), meshObject({ ...slab, name: 'Wall' })], [node({ number: 0, mesh: 'Slab' })])

  it('yields what precedes the cut and is marked as cut at any length', () => {
    for (let length = 6; length < complete.length; length++) {
      const damage = { isCut: false }
      const { meshes } = parseFile(complete.slice(0, length), damage)
      expect([damage.isCut, meshes.size <= 2], `cut at ${length}`).toEqual([true, true])
    }
  })

  it.each([0, 5])('has no meshes at a length of %d bytes', (length) => {
    expect(parseFile(complete.slice(0, length), { isCut: false }).meshes.size).toBe(0)
  })
})
