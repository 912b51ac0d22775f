import { savedViewLimits, type MeshInput } from '@kamar/core'
import { decodeExterior, decodeFingerprints, encoderReady, geometryKind, readManifest } from '@kamar/package-format'
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from './test-support/written-package.js'

/** Creates a rug of one metre, with so many tufts along each side that none can be omitted. */
function rugMesh(fields: number): MeshInput {
  const side = fields + 1
  const positions = Array.from({ length: side * side }, (_, at) => [
    at % side,
    Math.floor(at / side),
    4 * Math.abs(Math.sin(at * at)),
  ])
  const listCellIndices = (at: number): number[] => [at, at + 1, at + side, at + 1, at + side + 1, at + side]
  const indices = Array.from({ length: fields * fields }, (_, at) =>
    listCellIndices(at + Math.floor(at / fields)),
  ).flat()
  return {
    positions: Float32Array.from(positions.flat(), (value) => value / fields),
    indices: Uint32Array.from(indices),
  }
}

/** Creates a street of houses: walls, a pane of glass, and something inside each that is not visible. */
async function street(houses: number, inside = boxMesh(1, 1, 1)): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  const { writer } = viewPackage
  const red = writer.addMaterial({ name: 'Tuff', color: [0.8, 0.3, 0.2], opacity: 1 })
  const shared = writer.addPropertySet({
    name: 'Pset',
    properties: [
      { name: 'Fire', value: 'REI 60' },
      { name: 'Width', value: 0.3, unit: 'm' },
    ],
  })
  for (let house = 0; house < houses; house++) {
    const node = writer.addNode({
      parent: 0,
      name: `House ${house}`,
      class: 'IfcWall',
      sourceId: `0123456789abcdefghij${String(house).padStart(2, '0')}`,
    })
    const mesh = writer.addMesh(boxMesh(8, 6, 5))
    if (mesh !== null) writer.addInstance({ node, mesh, placement: at(house * 10, 0, 0), material: red })
    writer.assignPropertySets(node, [shared])
    viewPackage.addPart(inside, at(house * 10 + 3, 3, 2), 'IfcFurniture')
    await writer.settle()
  }
  await writer.finish(plainReport)
  return viewPackage
}

describe('finished package', () => {
  it('lists every file with size and hash, and has no provisional files', async () => {
    const viewPackage = await street(12)
    const manifest = viewPackage.manifest()
    expect(manifest.state).toBe('complete')
    expect(manifest.files.map(({ path }) => path).sort()).toEqual(
      [...viewPackage.files.keys()].filter((path) => path !== 'manifest.json').sort(),
    )
    for (const { path, size, sha256 } of manifest.files) {
      const stored = viewPackage.files.get(path) ?? new Uint8Array()
      expect(stored.byteLength).toBe(size)
      expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256)
    }
    expect([...viewPackage.files.keys()].filter((path) => path.startsWith('provisional'))).toEqual([])
  })

  it('writes its manifest last', async () => {
    const viewPackage = await street(3)
    expect(viewPackage.order.at(-1)).toBe('manifest.json')
  })

  it('counts its content and states its bounds', async () => {
    const { counts, bounds } = (await street(12)).manifest()
    expect(counts).toMatchObject({ nodes: 25, instances: 24, placedTriangles: 24 * 12 })
    expect(bounds?.min.map(Math.round)).toEqual([0, 0, 0])
    expect(bounds?.max.map(Math.round)).toEqual([118, 6, 5])
  })

  it('retains the position of every instance', async () => {
    const boxes = await (await street(3)).instanceBoxes()
    const expected = [0, 1, 2].flatMap((house) => [
      [house * 10, 0, 0, house * 10 + 8, 6, 5],
      [house * 10 + 3, 3, 2, house * 10 + 4, 4, 3],
    ])
    const byPosition = (one: number[], other: number[]): number => one[0] - other[0] || one[2] - other[2]
    expect(boxes.sort(byPosition)).toEqual(expected.sort(byPosition))
  })

  it('stores one geometry for boxes that differ only in size', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    const sizes = [
      [4, 0.3, 3],
      [7.25, 0.3, 3],
      [2, 0.15, 2.5],
    ] as const
    sizes.forEach(([width, depth, height], index) =>
      viewPackage.addPart(boxMesh(width, depth, height), at(0, index * 5, 0)),
    )
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().counts.meshes).toBe(1)
    const boxes = (await viewPackage.instanceBoxes()).sort((one, other) => one[1] - other[1])
    expect(boxes).toEqual(
      sizes.map(([width, depth, height], index) => [0, index * 5, 0, width, index * 5 + depth, height]),
    )
  })

  it('retains the tree and the properties', async () => {
    const viewPackage = await street(3)
    const tree = await viewPackage.tree()
    expect(tree.count).toBe(7)
    expect([...tree.roots]).toEqual([0])
    expect([...tree.children(0)]).toEqual([1, 2, 3, 4, 5, 6])
    expect(tree.name(3)).toBe('House 1')
    expect(tree.sourceId(3)).toBe('0123456789abcdefghij01')
    expect(tree.classNames[tree.classIndex[3]]).toBe('IfcWall')
    expect(viewPackage.readProperties(3)).toEqual([
      {
        name: 'Pset',
        properties: [
          { name: 'Fire', value: 'REI 60' },
          { name: 'Width', value: 0.3, unit: 'm' },
        ],
      },
    ])
    expect(viewPackage.readProperties(2)).toEqual([])
  })

  it('has the colours of the file, else of the class', async () => {
    const chunks = await (await street(2)).chunks()
    const colors = chunks.flatMap(({ materials }) => [...materials.color])
    expect(colors.slice(0, 8)).toHaveLength(8)
    const rows = [colors.slice(0, 4), colors.slice(4, 8)]
    expect(rows).toContainEqual([204, 77, 51, 255])
    expect(rows).toContainEqual([186, 152, 112, 255])
  })

  it.each([
    ['many triangles, excluding occluded instances', rugMesh(60), false],
    ['few triangles, including all instances', boxMesh(1, 1, 1), true],
  ])('lists the instances visible from outside with %s', async (_, inside, isSeen) => {
    const viewPackage = await street(6, inside)
    const exterior = decodeExterior(viewPackage.bytes('exterior.bin'))
    const boxes = await viewPackage.instanceBoxes()
    expect(exterior.instanceCount).toBe(12)
    const visible = boxes.map((_box, instance) => exterior.has(instance))
    expect(visible).toEqual(boxes.map(([left, , , right]) => isSeen || right - left === 8))
  })

  it('ignores the GlobalId in property fingerprints', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    for (const [id, tag] of [
      ['first', 'A'],
      ['second', 'A'],
      ['third', 'B'],
    ] as const) {
      const node = viewPackage.writer.addNode({ parent: 0, name: id, class: 'IfcWall', sourceId: id })
      const properties = [
        { name: 'GlobalId', value: id },
        { name: 'Tag', value: tag },
      ]
      viewPackage.writer.assignPropertySets(node, [viewPackage.writer.addPropertySet({ name: 'Element', properties })])
    }
    await viewPackage.writer.finish(plainReport)
    const { properties } = decodeFingerprints(viewPackage.bytes('fingerprints.bin'))
    expect(properties[1]).toBe(properties[2])
    expect(properties[3]).not.toBe(properties[2])
  })

  it('has equal fingerprints for equal elements in different positions', async () => {
    const fingerprints = decodeFingerprints((await street(3)).bytes('fingerprints.bin'))
    expect(fingerprints.shape[1]).toBe(fingerprints.shape[3])
    expect(fingerprints.shape[1]).not.toBe(fingerprints.shape[2])
    expect(fingerprints.properties[1]).toBe(fingerprints.properties[3])
    expect(fingerprints.properties[2]).toBe(0)
    expect([...fingerprints.box.subarray(18, 24)]).toEqual([10_000, 0, 0, 18_000, 6000, 5000])
    expect(fingerprints.volume[1]).toBeCloseTo(240, 0)
    expect(fingerprints.area[2]).toBeCloseTo(6, 1)
  })

  it('has a thumbnail', async () => {
    const png = PNG.sync.read(Buffer.from((await street(2)).bytes('thumbnail.png')))
    expect(png.width).toBeGreaterThan(200)
    expect(png.data.some((value, offset) => offset % 4 === 3 && value === 255)).toBe(true)
  })

  it('uses the stored preview as thumbnail only when nothing is drawn', async () => {
    const preview = Uint8Array.of(1, 2, 3)
    const empty = new WrittenPackage()
    empty.addRoot()
    empty.writer.setPreview(preview)
    await empty.writer.finish({ ...plainReport, status: 'preview' })
    expect(empty.files.get('thumbnail.png')).toEqual(preview)
    expect(empty.manifest()).toMatchObject({ bounds: null, chunks: [], report: { status: 'preview' } })
    const modelPackage = new WrittenPackage()
    modelPackage.addRoot()
    modelPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0), 'IfcWall')
    modelPackage.writer.setPreview(preview)
    await modelPackage.writer.finish(plainReport)
    expect(modelPackage.files.get('thumbnail.png')?.length).toBeGreaterThan(100)
  })

  it('is byte-identical on every run', async () => {
    const [one, other] = [await street(9), await street(9)]
    for (const [path, bytes] of one.files)
      expect(Buffer.from(other.files.get(path) ?? []).equals(Buffer.from(bytes)), path).toBe(true)
  })

  it('is identical whatever the order in which threads deliver meshes', async () => {
    const deliver = async (order: readonly number[]): Promise<Map<string, Uint8Array>> => {
      const viewPackage = new WrittenPackage()
      const { writer } = viewPackage
      viewPackage.addRoot()
      const nodes = order.map(() => writer.addNode({ parent: 0, name: 'part', class: 'IfcWall', sourceId: '' }))
      for (const part of order) {
        const mesh = writer.addMesh(boxMesh(1 + (part % 5), 1, part % 2 === 0 ? 1 : 0.31))
        const color = [part % 3, 0, 0.5] as const
        const material = writer.addMaterial({ name: `m${part % 3}`, color, opacity: 1 })
        if (mesh !== null)
          writer.addInstance({ node: nodes[part >> 1], mesh, placement: at(part, 2 * part, 0), material })
      }
      await writer.finish(plainReport)
      return viewPackage.files
    }
    const forwards = Array.from({ length: 40 }, (_, part) => part)
    const backwards = [...forwards].reverse()
    const mixed = forwards.map((part) => (part * 17) % 40)
    const first = await deliver(forwards)
    expect(await deliver(backwards)).toEqual(first)
    expect(await deliver(mixed)).toEqual(first)
  })

  it('retains millimetre precision far from the origin', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.writer.setOrigin([4_500_000, 2_250_000, 900])
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 1, 1), at(4_500_010.123, 2_250_020.456, 901.789))
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().origin).toEqual([4_500_000, 2_250_000, 900])
    expect(await viewPackage.instanceBoxes()).toEqual([[10.123, 20.456, 1.789, 11.123, 21.456, 2.789]])
  })

  it('contains line geometry', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const mesh = viewPackage.writer.addLines({
      positions: Float32Array.from([0, 0, 0, 3, 0, 0, 3, 4, 0]),
      indices: Uint32Array.from([0, 1, 1, 2]),
    })
    viewPackage.writer.addInstance({ node, mesh, placement: at(1, 1, 1), material: null })
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().counts.lines).toBe(2)
    expect(await viewPackage.instanceBoxes()).toEqual([[1, 1, 1, 4, 5, 1]])
  })
})

describe('saved views in the manifest', () => {
  const camera = {
    kind: 'orthographic',
    heightMetres: 4,
    eye: [1, 2, 3],
    direction: [0, 0, -1],
    up: [0, 1, 0],
  } as const

  it('are limited in number and name length', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0), 'IfcWall')
    expect(viewPackage.writer.addView({ name: null, folders: [], camera })).toBe(true)
    expect(viewPackage.writer.addView({ name: 'a'.repeat(500), folders: ['b'.repeat(500)], camera })).toBe(true)
    for (let count = 2; count < savedViewLimits.views; count++)
      viewPackage.writer.addView({ name: '', folders: [], camera })
    expect(viewPackage.writer.addView({ name: 'one too many', folders: [], camera })).toBe(false)
    await viewPackage.writer.finish(plainReport)
    const { views, version } = readManifest(viewPackage.manifest())
    expect([version, views?.length]).toEqual([2, savedViewLimits.views])
    expect(views?.[0]).toEqual({ name: null, folders: [], camera })
    expect([views?.[1].name?.length, views?.[1].folders[0].length]).toEqual([200, 200])
  })

  it('are absent when the file has none', async () => {
    expect((await street(1)).manifest()).not.toHaveProperty('views')
  })
})

describe('point cloud in a package', () => {
  const cloud = Float32Array.of(0, 0, 0, 3, 0, 0, 3, 4, 5)
  const colors = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255)

  async function surveyed(move: number, withColors = true): Promise<WrittenPackage> {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    viewPackage.addPart(boxMesh(20, 20, 20), at(-10, -10, -10))
    const single = viewPackage.writer.addPoints({ positions: Float32Array.of(move, 0, 0) })
    for (const x of [1, 2])
      viewPackage.writer.addInstance({ node: root, mesh: single, placement: at(x, 0, 0), material: null })
    const node = viewPackage.writer.addNode({ parent: root, name: 'cloud', class: 'point cloud', sourceId: '' })
    const mesh = viewPackage.writer.addPoints({ positions: cloud, ...(withColors && { colors }) })
    viewPackage.writer.addInstance({ node, mesh, placement: at(1, 1, 1), material: null })
    await viewPackage.writer.finish(plainReport)
    return viewPackage
  }

  it('is counted, placed, coloured and visible from outside, even inside a solid', async () => {
    const viewPackage = await surveyed(0)
    const { counts, version } = viewPackage.manifest()
    expect([version, counts.points, counts.meshes, counts.lines, counts.instances]).toEqual([2, 5, 1, 0, 4])
    expect(await viewPackage.instanceBoxes()).toEqual(
      expect.arrayContaining([
        [1, 0, 0, 1, 0, 0],
        [2, 0, 0, 2, 0, 0],
        [1, 1, 1, 4, 5, 6],
      ]),
    )
    const [chunk] = await viewPackage.chunks()
    expect(chunk.geometries.kind.toSorted()).toEqual(Uint8Array.of(geometryKind.triangles, 2, 2))
    expect(chunk.color.toSorted()).toEqual(colors.toSorted())
    expect([...decodeExterior(viewPackage.bytes('exterior.bin')).bits]).toEqual([0b1111])
  })

  it('counts towards the triangle limit', () => {
    const { writer } = new WrittenPackage({ triangles: 2 })
    writer.addPoints({ positions: Float32Array.of(0, 0, 0, 1, 1, 1) })
    expect(() => writer.addPoints({ positions: Float32Array.of(0, 5, 0) })).toThrow(/limit-exceeded/)
  })

  it('has a fingerprint of its shape and box', async () => {
    const [one, other] = await Promise.all([surveyed(0), surveyed(0.5)])
    const readFingerprints = (viewPackage: WrittenPackage) => decodeFingerprints(viewPackage.bytes('fingerprints.bin'))
    const [before, after] = [readFingerprints(one), readFingerprints(other)]
    const cloudRow = before.shape.length - 1
    expect([...before.box.subarray(cloudRow * 6)]).toEqual([1000, 1000, 1000, 4000, 5000, 6000])
    expect(after.shape[cloudRow]).toBe(before.shape[cloudRow])
    expect(before.shape[cloudRow]).not.toBe(0)
    expect(after.placement[0]).not.toBe(before.placement[0])
  })
})

describe('provisional package', () => {
  it('lists drawable chunks while the reader runs', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    for (let part = 0; part < 900; part++) {
      viewPackage.addPart(boxMesh(1 + (part % 7), 1, 1), at(part, 0, 0))
      if (part % 100 === 99) await viewPackage.writer.settle()
      if (part % 300 === 299) await viewPackage.announced()
    }
    const firstManifest = viewPackage.manifests[0]
    expect(firstManifest.state).toBe('inprogress')
    expect(firstManifest.chunks.length).toBeGreaterThan(0)
    expect(firstManifest.chunks.every(({ path }) => path.startsWith('provisional/'))).toBe(true)
    expect(firstManifest.bounds).not.toBeNull()
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().counts.instances).toBe(901 - 1)
  })
})

describe('hidden element', () => {
  it('is absent from provisional chunks and flagged in the finished tree, unlike its children', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    const space = viewPackage.writer.addNode({ parent: 0, name: 'Room', class: 'IfcSpace', sourceId: '', hidden: true })
    const chair = viewPackage.writer.addNode({ parent: space, name: 'Chair', class: 'IfcFurniture', sourceId: '' })
    const mesh = viewPackage.writer.addMesh(boxMesh(1, 1, 1)) ?? 0
    await encoderReady
    await viewPackage.writer.settle()
    for (let part = 0; part < 400; part++) {
      const node = part % 2 === 0 ? space : chair
      viewPackage.writer.addInstance({ node, mesh, placement: at(part, 0, 0), material: null })
    }
    await expect.poll(() => viewPackage.manifests.length).toBeGreaterThan(0)
    expect(viewPackage.manifests[0].chunks[0].instances).toBeLessThanOrEqual(200)
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest().counts.instances).toBe(400)
    expect([...(await viewPackage.tree()).hidden]).toEqual([0, 1, 0])
  })
})

describe('PackageWriter', () => {
  const catchFailure = async (work: Promise<unknown> | (() => unknown)): Promise<unknown> => {
    try {
      await (typeof work === 'function' ? work() : work)
      return null
    } catch (error) {
      return (error as { failure?: unknown }).failure
    }
  }

  it('stops at the limit of elements, triangles and bytes', async () => {
    const nodes = new WrittenPackage({ nodes: 3 })
    expect(await catchFailure(() => [1, 2, 3, 4].forEach(() => nodes.addRoot()))).toMatchObject({
      code: 'limit-exceeded',
    })
    const triangles = new WrittenPackage({ triangles: 20 })
    triangles.addRoot()
    const add = (): void => [1, 2].forEach((size) => triangles.addPart(boxMesh(size, 1, 1), at(0, 0, 0)))
    expect(await catchFailure(add)).toMatchObject({ code: 'limit-exceeded' })
    const bytes = new WrittenPackage({ outputTotalBytes: 500 })
    bytes.addRoot()
    bytes.addPart(boxMesh(1, 1, 1), at(0, 0, 0))
    expect(await catchFailure(bytes.writer.finish(plainReport))).toMatchObject({ code: 'limit-exceeded' })
  })

  it('fails as cancelled when it is aborted', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.abort.abort()
    expect(await catchFailure(viewPackage.writer.settle())).toEqual({ code: 'cancelled' })
    expect(await catchFailure(viewPackage.writer.finish(plainReport))).toEqual({ code: 'cancelled' })
    expect(viewPackage.files.has('manifest.json')).toBe(false)
  })

  it('fails with nothing-to-show for an empty model', async () => {
    expect(await catchFailure(new WrittenPackage().writer.finish(plainReport))).toEqual({ code: 'nothing-to-show' })
  })

  it('rejects unknown node and mesh numbers', () => {
    const { writer } = new WrittenPackage()
    expect(() => writer.addInstance({ node: 0, mesh: 0, placement: at(0, 0, 0), material: null })).toThrow(RangeError)
    expect(() => writer.assignPropertySets(4, [])).toThrow(RangeError)
  })
})

describe('source metadata in the manifest', () => {
  it('contains the authoring tool and the number of storeys', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    for (const name of ['Ground floor', 'First floor'])
      viewPackage.writer.addNode({ parent: root, name, class: 'IfcBuildingStorey', sourceId: '' })
    viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0))
    viewPackage.writer.setAuthoringTool({ name: 'ArchiCAD', release: '27' })
    await viewPackage.writer.finish(plainReport)
    expect(viewPackage.manifest()).toMatchObject({ storeys: 2, authoringTool: { name: 'ArchiCAD', release: '27' } })
  })

  it('is omitted when the source states none', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0))
    viewPackage.writer.setAuthoringTool({ name: '', release: '' })
    await viewPackage.writer.finish(plainReport)
    expect(Object.keys(viewPackage.manifest())).not.toContain('storeys')
    expect(Object.keys(viewPackage.manifest())).not.toContain('authoringTool')
  })
})
