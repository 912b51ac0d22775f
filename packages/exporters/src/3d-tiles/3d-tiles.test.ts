import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { validateBytes } from 'gltf-validator'
import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { at, boxMesh, plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { PackageReader } from '@kamar/package-format/package-reader'
import { writeExport } from '../write-export.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'
import { buildTiles, type Tile } from './build-tiles.js'
import type { TileInstance } from './tile-instance.js'

interface TileRecord {
  readonly boundingVolume: { readonly box: readonly number[] }
  readonly geometricError: number
  readonly refine: string
  readonly content?: { readonly uri: string }
  readonly children?: readonly TileRecord[]
}
interface Tileset {
  readonly asset: { readonly version: string; readonly extras: { readonly originMetres: readonly number[] } }
  readonly geometricError: number
  readonly root: TileRecord
}

async function exported(viewPackage: WrittenPackage): Promise<Buffer> {
  await viewPackage.writer.finish(plainReport)
  const model = await PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path))
  const parts: Uint8Array[] = []
  for await (const part of writeExport('3d-tiles', model, () => undefined)) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads the files of a zip by its central directory, and verifies each checksum. */
function unzip(zip: Buffer): Map<string, { bytes: Buffer; offset: number }> {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, { bytes: Buffer; offset: number }>()
  let entry = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [nameLength, length, offset] = [
      zip.readUInt16LE(entry + 28),
      zip.readUInt32LE(entry + 24),
      zip.readUInt32LE(entry + 42),
    ]
    const name = zip.toString('utf8', entry + 46, entry + 46 + nameLength)
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    const bytes = zip.subarray(start, start + length)
    expect(crc32(bytes), name).toBe(zip.readUInt32LE(entry + 16))
    files.set(name, { bytes, offset })
    entry += 46 + nameLength
  }
  return files
}

function street(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  viewPackage.addPart(boxMesh(100, 10, 1), at(0, 0, -1))
  for (let house = 0; house < 5; house++) viewPackage.addPart(boxMesh(8, 6, 3), at(house * 20, 2, 0))
  return viewPackage
}
const listTiles = (tile: TileRecord): TileRecord[] => [tile, ...(tile.children ?? []).flatMap(listTiles)]

describeExporter(descriptor, suiteOptions)

describe('3D Tiles export', () => {
  it('writes a valid tileset, one GLB per tile and an index at the end of the archive', async () => {
    const files = unzip(await exported(street()))
    const tileset = JSON.parse(files.get('tileset.json')?.bytes.toString() ?? '') as Tileset
    expect(tileset).toMatchObject({ asset: { version: '1.1' }, root: { refine: 'ADD', geometricError: 0 } })
    for (const { content, boundingVolume } of listTiles(tileset.root)) {
      expect(boundingVolume.box).toHaveLength(12)
      const glb = files.get(content?.uri ?? '')?.bytes ?? Buffer.alloc(0)
      const { issues } = await validateBytes(new Uint8Array(glb))
      expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([])
    }
    const names = [...files.keys()]
    expect(names.at(-1)).toBe('@3dtilesIndex1@')
    const index = files.get('@3dtilesIndex1@')?.bytes ?? Buffer.alloc(0)
    for (const name of names.slice(0, -1)) {
      const row = index.indexOf(createHash('md5').update(name).digest())
      expect([row % 24, Number(index.readBigUInt64LE(row + 16))]).toEqual([0, files.get(name)?.offset])
    }
    expect(index.length).toBe((names.length - 1) * 24)
  })

  it('maps every vertex to its element', async () => {
    const files = unzip(await exported(street()))
    const glb = files.get('tiles/0.glb')?.bytes ?? Buffer.alloc(0)
    const jsonLength = glb.readUInt32LE(12)
    const document = JSON.parse(glb.toString('utf8', 20, 20 + jsonLength)) as {
      meshes: { primitives: { attributes: Record<string, number>; extensions: object }[] }[]
      extensions: {
        EXT_structural_metadata: {
          propertyTables: { count: number; properties: Record<string, { values: number; stringOffsets: number }> }[]
        }
      }
      accessors: { bufferView: number; count: number }[]
      bufferViews: { byteOffset: number; byteLength: number }[]
    }
    const [table] = document.extensions.EXT_structural_metadata.propertyTables
    expect(table?.count).toBe(6)
    const start = 28 + jsonLength
    const view = (number: number): Buffer => {
      const { byteOffset, byteLength } = document.bufferViews[number] ?? { byteOffset: 0, byteLength: 0 }
      expect(byteOffset % 8).toBe(0)
      return glb.subarray(start + byteOffset, start + byteOffset + byteLength)
    }
    const name = table?.properties['name'] ?? { values: 0, stringOffsets: 0 }
    const offsets = view(name.stringOffsets)
    const names = Array.from({ length: 6 }, (_, row) =>
      view(name.values).toString('utf8', offsets.readUInt32LE(row * 4), offsets.readUInt32LE(row * 4 + 4)),
    )
    expect(new Set(names).size).toBeGreaterThan(0)
    const [primitive] = document.meshes[0]?.primitives ?? []
    const accessor = document.accessors[primitive?.attributes['_FEATURE_ID_0'] ?? 0]
    const ids = view(accessor?.bufferView ?? 0)
    const featureIds = new Set(Array.from({ length: accessor?.count ?? 0 }, (_, vertex) => ids.readFloatLE(vertex * 4)))
    expect([...featureIds].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('omits property columns without values', async () => {
    const files = unzip(await exported(street()))
    const glb = files.get('tiles/0.glb')?.bytes ?? Buffer.alloc(0)
    const document = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as {
      extensions: { EXT_structural_metadata: { propertyTables: { properties: Record<string, unknown> }[] } }
      bufferViews: { byteLength: number }[]
    }
    const [table] = document.extensions.EXT_structural_metadata.propertyTables
    // Objects of this model have no ids of their own.
    expect(Object.keys(table?.properties ?? {})).toEqual(['name', 'class'])
    expect(document.bufferViews.map(({ byteLength }) => byteLength)).not.toContain(0)
  })

  it('writes an empty tileset for a model without triangles', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    const files = unzip(await exported(viewPackage))
    expect([...files.keys()]).toEqual(['tileset.json', '@3dtilesIndex1@'])
  })
})

describe('buildTiles', () => {
  const part = (x: number, size: number): TileInstance => ({
    element: x,
    color: [1, 2, 3, 255],
    arrays: {
      positions: new Float32Array(9),
      normals: new Float32Array(9),
      colors: null,
      textureCoordinates: null,
      isSingleSided: false,
      indices: new Uint32Array(30),
    },
    box: [x, 0, 0, x + size, size, size],
    diagonalMetres: size * Math.sqrt(3),
  })
  const all = (tile: Tile | null): Tile[] => (tile === null ? [] : [tile, ...tile.children.flatMap(all)])

  it('puts the largest objects at the top and every object in one tile', () => {
    const parts = Array.from({ length: 100 }, (_, number) => part(number * 3, (number % 10) + 1))
    const tiles = all(buildTiles(parts, 100))
    const elements = tiles.flatMap((tile) => tile.instances.map(({ element }) => element))
    expect(elements.toSorted((a, b) => a - b)).toEqual(parts.map(({ element }) => element))
    for (const { instances: own, children, errorMetres, box } of tiles) {
      expect(own.length).toBeGreaterThan(0)
      expect(own.length).toBeLessThanOrEqual(10)
      const below = children.flatMap(all)
      const largest = Math.max(
        0,
        ...below.flatMap((tile) => tile.instances.map(({ diagonalMetres }) => diagonalMetres)),
      )
      expect(errorMetres).toBe(largest)
      for (const tile of below) {
        expect(tile.errorMetres).toBeLessThanOrEqual(errorMetres)
        for (let axis = 0; axis < 3; axis++) {
          expect(tile.box[axis]).toBeGreaterThanOrEqual(box[axis] ?? 0)
          expect(tile.box[axis + 3]).toBeLessThanOrEqual(box[axis + 3] ?? 0)
        }
      }
    }
  })

  it('terminates for objects in the same position', () => {
    expect(
      all(
        buildTiles(
          Array.from({ length: 64 }, () => part(0, 1)),
          10,
        ),
      ),
    ).toHaveLength(64)
  })
})
