import type { ExportName } from '@kamar/contracts'
import type { MeshInput, Placement } from '@kamar/scene'
import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import { crc32 } from 'node:zlib'
import { at, boxMesh, plainReport, WrittenPackage } from '@kamar/derivatives/test-support'
import { PackageReader } from '@kamar/view-package/package-reader'
import { writeExport } from '../write-export.js'
import { bakeModel, type BakedModel } from '../kit/baking/bake-model.js'

const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 0]
const quarterTurn: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 0, 0]

/** Creates a sphere: a shape that has coarser levels. */
function ballMesh(segments: number): MeshInput {
  const positions: number[] = []
  const indices: number[] = []
  for (let ring = 0; ring <= segments; ring++) {
    for (let step = 0; step <= segments; step++) {
      const [up, around] = [(ring / segments) * Math.PI, (step / segments) * 2 * Math.PI]
      positions.push(Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), Math.cos(up))
      if (ring === segments || step === segments) continue
      const first = ring * (segments + 1) + step
      indices.push(first, first + segments + 1, first + 1, first + 1, first + segments + 1, first + segments + 2)
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

async function openPackage(viewPackage: WrittenPackage): Promise<PackageReader> {
  await viewPackage.writer.finish(plainReport)
  return PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path))
}

async function exported(viewPackage: WrittenPackage, kind: ExportName): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeExport(kind, await openPackage(viewPackage), () => undefined)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const baked = async (viewPackage: WrittenPackage, maxTriangles = 500_000): Promise<BakedModel> =>
  bakeModel({ model: await openPackage(viewPackage), maxTriangles, onFraction: () => undefined })

/** Computes min x y z, max x y z of all parts, to the millimetre. */
function computeBounds({ parts }: BakedModel): number[] {
  const values = [0, 1, 2].map((axis) =>
    parts.flatMap(({ positions }) => [...positions].filter((_, n) => n % 3 === axis)),
  )
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0
  return [...values.map((all) => round(Math.min(...all))), ...values.map((all) => round(Math.max(...all)))]
}

/** Computes the volume of closed triangles: negative when they face inwards. */
function computeVolume({ parts }: BakedModel): number {
  return parts.reduce((sum, { positions, indices }) => {
    let volume = 0
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((vertex) =>
        positions.subarray(indices[at + vertex] * 3, indices[at + vertex] * 3 + 3),
      )
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    return sum + volume / 6
  }, 0)
}

function pair(): WrittenPackage {
  const viewPackage = new WrittenPackage()
  viewPackage.addRoot()
  viewPackage.addPart(boxMesh(4, 0.2, 3), at(100, 50, 20))
  viewPackage.addPart(boxMesh(4, 0.2, 3), quarterTurn)
  return viewPackage
}

/**
 * Creates two squares with an image of 1100 pixels each way, one of them tinted and clamped, and a box without texture
 * coordinates.
 */
function papered(): WrittenPackage {
  const square: MeshInput = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    textureCoordinates: Float32Array.of(0, 2, 2, 2, 2, 0, 0, 0),
  }
  const viewPackage = new WrittenPackage()
  const node = viewPackage.addRoot()
  const { writer } = viewPackage
  const pixels = new Uint8Array(1100 * 1100 * 4).fill(255)
  const image = writer.addTexture({ name: 'paper', width: 1100, height: 1100, pixels }) ?? -1
  const shapes = [square, square, boxMesh(1, 1, 1)]
  shapes.forEach((shape, at) => {
    const [tint, wrap] = at === 1 ? ([[1, 0.5, 0], 'clamp'] as const) : ([[1, 1, 1], 'repeat'] as const)
    const texture = { image, tint, wrap } as const
    const material = writer.addMaterial({ name: wrap, color: [0.5, 0.5, 0.5], opacity: 1, texture })
    const mesh = writer.addMesh(shape) ?? -1
    writer.addInstance({ node, mesh, placement: [1, 0, 0, 0, 1, 0, 0, 0, 1, at * 2, 0, 0], material })
  })
  return viewPackage
}

describe('AR texture export', () => {
  it('groups parts by texture and retains texture coordinates', async () => {
    const { parts, images } = await baked(papered())
    expect(parts.map(({ texture: image, color }) => [image?.isClamped, ...color])).toEqual([
      [false, 255, 255, 255, 255],
      [true, 255, 128, 0, 255],
      [undefined, 128, 128, 128, 255],
    ])
    expect(parts.map(({ textureCoordinates }) => textureCoordinates?.length)).toEqual([8, 8, undefined])
    expect([...images.values()].map(({ mimeType }) => mimeType)).toEqual(['image/jpeg'])
  })

  it('embeds images and wrap modes in the GLB', async () => {
    const bytes = await exported(papered(), 'glb-phone')
    const { issues } = await validateBytes(new Uint8Array(bytes))
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([])
    const gltf = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as {
      images: unknown[]
      textures: { sampler: number }[]
      materials: { pbrMetallicRoughness: { baseColorTexture?: unknown } }[]
    }
    expect(gltf.images).toHaveLength(1)
    expect(gltf.textures.map(({ sampler }) => sampler)).toEqual([0, 1])
    expect(gltf.materials.map((material) => material.pbrMetallicRoughness.baseColorTexture)).toEqual([
      { index: 0 },
      { index: 1 },
      undefined,
    ])
  })

  it('stores images in the USDZ at multiples of 64 bytes', async () => {
    const bytes = await exported(papered(), 'usdz')
    const text = bytes.toString('latin1')
    expect(text).toContain('asset inputs:file = @textures/000.jpg@')
    expect(text).toContain('token inputs:wrapS = "clamp"')
    expect(text).toMatch(/texCoord2f\[\] primvars:st = \[\(0,-1\),\(2,-1\),\(2,1\),\(0,1\)\]/)
    const image = bytes.indexOf(Buffer.of(0xff, 0xd8, 0xff))
    expect(image).toBeGreaterThan(0)
    expect(image % 64).toBe(0)
  })
})

describe('bakeModel', () => {
  it('centres the model on the floor, Y up, and merges parts of equal colour', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(4, 2, 3), at(100, 50, 20))
    viewPackage.addPart(boxMesh(4, 2, 3), at(100, 58, 20))
    const model = await baked(viewPackage)
    expect(model.parts).toHaveLength(1)
    expect(model.triangles).toBe(24)
    expect(computeBounds(model)).toEqual([-2, 0, -5, 2, 3, 5])
  })

  it('orients mirrored and stretched instances outwards, with unit normals', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 2, 3), mirrored)
    viewPackage.addPart(boxMesh(1, 2, 3), [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    const model = await baked(viewPackage)
    expect(computeVolume(model)).toBeCloseTo(18, 2)
    for (const { normals } of model.parts) {
      for (let n = 0; n < normals.length; n += 3) expect(Math.hypot(...normals.subarray(n, n + 3))).toBeCloseTo(1, 5)
    }
  })

  it('selects coarser levels within the triangle budget, without unused vertices', async () => {
    const balls = (): WrittenPackage => {
      const viewPackage = new WrittenPackage()
      viewPackage.addRoot()
      for (const x of [0, 4]) viewPackage.addPart(ballMesh(40), at(x, 0, 0))
      return viewPackage
    }
    const full = await baked(balls())
    const budget = full.triangles / 2
    const short = await baked(balls(), budget)
    expect(short.triangles).toBeGreaterThan(0)
    expect(short.triangles).toBeLessThanOrEqual(budget)
    expect(short.omitted).toBe(0)
    expect(computeBounds(short).slice(3)[0]).toBeGreaterThan(2.8)
    for (const { positions, indices } of short.parts) expect(new Set(indices).size).toBe(positions.length / 3)
  })

  it('counts objects beyond the budget', async () => {
    const model = await baked(pair(), 12)
    expect(model.triangles).toBe(12)
    expect(model.omitted).toBe(1)
  })
})

describe('AR GLB export', () => {
  const listErrors = async (bytes: Buffer): Promise<unknown[]> =>
    (await validateBytes(new Uint8Array(bytes), { maxIssues: 20 })).issues.messages.filter(
      ({ severity }) => severity <= 1,
    )

  it('is valid with vertex colours and glass', async () => {
    const viewPackage = pair()
    const box = boxMesh(1, 1, 1)
    const colors = new Uint8Array((box.positions.length / 3) * 4).fill(200)
    const mesh = viewPackage.writer.addMesh({ ...box, colors }) ?? -1
    const material = viewPackage.writer.addMaterial({ name: 'Glass', color: [0.5, 0.5, 1], opacity: 0.25 })
    for (const own of [material, null]) {
      viewPackage.writer.addInstance({ node: 0, mesh, placement: at(0, 0, 8), material: own })
    }
    const bytes = await exported(viewPackage, 'glb-phone')
    expect(await listErrors(bytes)).toEqual([])
    expect(bytes.toString('latin1')).toContain('"alphaMode":"BLEND"')
    expect(bytes.toString('latin1')).toContain('COLOR_0')
  })

  it('is valid and empty for a model without triangles', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const lines = { positions: Float32Array.of(0, 0, 0, 1, 0, 0), indices: Uint32Array.of(0, 1) }
    viewPackage.writer.addInstance({
      node,
      mesh: viewPackage.writer.addLines(lines),
      placement: at(0, 0, 0),
      material: null,
    })
    const bytes = await exported(viewPackage, 'glb-phone')
    expect(await listErrors(bytes)).toEqual([])
    expect(bytes.toString('latin1')).not.toContain('"meshes"')
  })

  it('omits hidden elements', async () => {
    const viewPackage = pair()
    const space = viewPackage.writer.addNode({ parent: 0, name: 'room', class: 'IfcSpace', sourceId: '', hidden: true })
    const mesh = viewPackage.writer.addMesh(boxMesh(9, 9, 9)) ?? -1
    viewPackage.writer.addInstance({ node: space, mesh, placement: at(0, 0, 0), material: null })
    expect((await exported(viewPackage, 'glb-phone')).toString('latin1')).toContain('"triangles":24')
  })
})

describe('USDZ export', () => {
  it('is an uncompressed ZIP whose data starts at a multiple of 64 bytes', async () => {
    const bytes = await exported(pair(), 'usdz')
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50)
    expect(bytes.readUInt16LE(8)).toBe(0)
    const [length, nameLength, extraLength] = [bytes.readUInt32LE(22), bytes.readUInt16LE(26), bytes.readUInt16LE(28)]
    const start = 30 + nameLength + extraLength
    expect(start % 64).toBe(0)
    expect(bytes.toString('utf8', 30, 30 + nameLength)).toBe('model.usda')
    const text = bytes.subarray(start, start + length)
    expect(crc32(text)).toBe(bytes.readUInt32LE(14))
    expect(text.toString('utf8', 0, 9)).toBe('#usda 1.0')
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    expect(bytes.readUInt32LE(end + 16)).toBe(start + length)
    expect(bytes.readUInt32LE(start + length)).toBe(0x02014b50)
  })

  it('states unit, up axis, anchoring, material and every triangle', async () => {
    const text = (await exported(pair(), 'usdz')).toString('utf8')
    for (const part of ['metersPerUnit = 1', 'upAxis = "Y"', '"UsdPreviewSurface"', 'alignment = "horizontal"']) {
      expect(text).toContain(part)
    }
    const parseNumbers = (name: string): string[] => (text.split(`${name} = [`)[1]?.split(']')[0] ?? '').split(',')
    expect(parseNumbers('faceVertexCounts')).toEqual(Array.from({ length: 24 }, () => '3'))
    expect(parseNumbers('faceVertexIndices')).toHaveLength(72)
    const points = text.split('points = [')[1]?.split(']')[0]?.match(/\(/g)?.length ?? 0
    expect(Math.max(...parseNumbers('faceVertexIndices').map(Number))).toBe(points - 1)
    expect(text.split('{').length).toBe(text.split('}').length)
  })

  it('uses the mean of vertex colours as diffuse colour', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    const box = boxMesh(1, 1, 1)
    const colors = Uint8Array.from({ length: (box.positions.length / 3) * 4 }, (_, n) =>
      n % 4 === 0 || n % 4 === 3 ? 255 : 0,
    )
    const mesh = viewPackage.writer.addMesh({ ...box, colors }) ?? -1
    const material = viewPackage.writer.addMaterial({ name: '', color: [1, 1, 1], opacity: 1 })
    viewPackage.writer.addInstance({ node: 0, mesh, placement: at(0, 0, 0), material })
    expect((await exported(viewPackage, 'usdz')).toString('utf8')).toContain('diffuseColor = (1, 0, 0)')
  })

  it('is byte-identical for the same package', async () => {
    expect(Buffer.compare(await exported(pair(), 'usdz'), await exported(pair(), 'usdz'))).toBe(0)
  })
})
