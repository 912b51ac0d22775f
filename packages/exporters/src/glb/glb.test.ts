import { validateBytes } from 'gltf-validator'
import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { prepareMesh } from '@kamar/mesh'
import type { MeshInput, Placement } from '@kamar/core'
import { at, boxMesh, plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { PackageReader } from '@kamar/package-format/package-reader'
import { writeExport } from '../write-export.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

interface Gltf {
  readonly asset: { readonly extras: Record<string, unknown> }
  readonly nodes: readonly {
    name?: string
    mesh?: number
    children?: number[]
    matrix?: number[]
    translation?: number[]
    scale?: number[]
    extras?: Record<string, unknown>
  }[]
  readonly meshes?: readonly {
    primitives: readonly { mode: number; indices?: number; attributes: Record<string, number>; material: number }[]
  }[]
  readonly materials?: readonly {
    name?: string
    pbrMetallicRoughness: { baseColorFactor: number[]; baseColorTexture?: { index: number } }
    alphaMode?: string
    doubleSided: boolean
  }[]
  readonly images?: readonly { mimeType: string }[]
  readonly textures?: readonly { sampler: number }[]
  readonly samplers?: readonly { wrapS: number }[]
  readonly accessors?: readonly { min?: number[]; max?: number[]; componentType: number }[]
}

async function exported(viewPackage: WrittenPackage): Promise<{ bytes: Uint8Array; gltf: Gltf; fractions: number[] }> {
  await viewPackage.writer.finish(plainReport)
  const model = await PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path))
  const fractions: number[] = []
  const chunks: Uint8Array[] = []
  for await (const chunk of writeExport('glb', model, (fraction) => fractions.push(fraction))) chunks.push(chunk)
  const bytes = new Uint8Array(Buffer.concat(chunks))
  const jsonLength = new DataView(bytes.buffer).getUint32(12, true)
  const gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength))) as Gltf
  return { bytes, gltf, fractions }
}

async function listErrors(bytes: Uint8Array): Promise<unknown[]> {
  const { issues } = await validateBytes(bytes, { maxIssues: 20 })
  return issues.messages.filter(({ severity }) => severity <= 1)
}

const quarterTurn: Placement = [0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 0, 0]
const mirrored: Placement = [-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 3]

describeExporter(descriptor, suiteOptions)

describe('GLB export', () => {
  it('is valid and retains tree, names and transforms of instanced walls', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(4, 0.2, 3), at(0, 0, 0))
    viewPackage.addPart(boxMesh(4, 0.2, 3), quarterTurn)
    viewPackage.addPart(boxMesh(1, 2, 3), mirrored)
    const { bytes, gltf, fractions } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    expect(gltf.nodes[0]?.children).toEqual([1])
    expect(gltf.nodes[1]).toMatchObject({ name: 'root', children: [2, 3, 4], extras: { class: 'IfcProject' } })
    expect(gltf.nodes.slice(2, 5).every(({ mesh }) => mesh !== undefined)).toBe(true)
    expect(gltf.nodes[3]?.matrix?.slice(0, 8).map(Math.round)).toEqual([0, 1, 0, 0, -1, 0, 0, 0])
    expect(fractions.toSorted((a, b) => a - b)).toEqual(fractions)
    expect(fractions.at(-1)).toBe(1)
  })

  it('writes a sheared instance as two nodes of rotation and scale', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(4, 0.2, 3), [1, 0, 0, 0.5, 1, 0, 0, 0, -1, 7, 8, 9])
    const { bytes, gltf } = await exported(viewPackage)
    const { issues } = await validateBytes(bytes, { maxIssues: 20 })
    expect(issues.messages.map(({ code }) => code)).not.toContain('NODE_MATRIX_NON_TRS')
    const outer = gltf.nodes.find(({ scale }) => scale !== undefined)
    const inner = gltf.nodes[outer?.children?.[0] ?? 0]
    expect([outer?.mesh, inner?.mesh, outer?.translation]).toEqual([undefined, 0, [7, 8, 9]])
  })

  it('retains the size of a mesh in metres', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(4, 0.2, 3), at(0, 0, 0))
    const { gltf } = await exported(viewPackage)
    const position = gltf.accessors?.[gltf.meshes?.[0]?.primitives[0]?.attributes['POSITION'] ?? -1]
    const size = position?.max?.map((max, axis) => max - (position.min?.[axis] ?? 0))
    expect(size?.map((metres) => metres.toFixed(3))).toEqual(['4.000', '0.200', '3.000'])
  })

  it('gives an element of several meshes a node for each, and shares equal geometry', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    const node = viewPackage.writer.addNode({ parent: root, name: 'pair', class: 'IfcWall', sourceId: 'one' })
    const mesh = viewPackage.writer.addMesh(boxMesh(1, 1, 1)) ?? -1
    for (const x of [0, 2]) viewPackage.writer.addInstance({ node, mesh, placement: at(x, 0, 0), material: null })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    const pair = gltf.nodes.find(({ name }) => name === 'pair')
    expect(pair?.children).toHaveLength(2)
    expect(pair?.extras).toEqual({ id: 'one', class: 'IfcWall' })
    expect(gltf.meshes).toHaveLength(1)
  })

  it('writes glass with alpha blending and linear colour', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const mesh = viewPackage.writer.addMesh(boxMesh(1, 1, 1)) ?? -1
    const material = viewPackage.writer.addMaterial({ name: 'Glass', color: [0.5, 0.5, 1], opacity: 0.25 })
    viewPackage.writer.addInstance({ node, mesh, placement: at(0, 0, 0), material })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    expect(gltf.materials).toHaveLength(1)
    expect(gltf.materials?.[0]).toMatchObject({ name: 'Glass', alphaMode: 'BLEND' })
    const [red, , blue, opacity] = gltf.materials?.[0]?.pbrMetallicRoughness.baseColorFactor ?? []
    expect([red?.toFixed(2), blue?.toFixed(2), opacity?.toFixed(2)]).toEqual(['0.22', '1.00', '0.25'])
  })

  it('writes a single-sided surface without doubleSided', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const material = viewPackage.writer.addMaterial({ name: 'Paint', color: [1, 0, 0], opacity: 1 })
    const prepared = prepareMesh(boxMesh(1, 1, 1))
    if (prepared === null) throw new Error('no mesh')
    for (const own of [prepared, { ...prepared, isSingleSided: true }])
      viewPackage.writer.addInstance({
        node,
        mesh: viewPackage.writer.addMesh(own) ?? -1,
        placement: at(0, 0, 0),
        material,
      })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    expect(gltf.materials?.map(({ doubleSided }) => doubleSided)).toEqual([true, false])
  })

  it('writes vertex colours and lines', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const box = boxMesh(1, 1, 1)
    const colors = Uint8Array.from({ length: (box.positions.length / 3) * 4 }, (_, part) =>
      part % 4 === 0 ? 188 : 255,
    )
    const colored: MeshInput = { ...box, colors }
    const mesh = viewPackage.writer.addMesh(colored) ?? -1
    viewPackage.writer.addInstance({ node, mesh, placement: at(0, 0, 0), material: null })
    const lines = viewPackage.writer.addLines({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0),
      indices: Uint32Array.of(0, 1),
    })
    viewPackage.writer.addInstance({ node, mesh: lines, placement: at(0, 0, 2), material: null })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    const primitives = gltf.meshes?.map(({ primitives: [primitive] }) => primitive)
    expect(primitives?.map((primitive) => primitive?.mode).toSorted()).toEqual([1, 4])
    expect(primitives?.some((primitive) => primitive?.attributes['COLOR_0'] !== undefined)).toBe(true)
  })

  it('writes points with vertex colours or with their material', async () => {
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const positions = Float32Array.of(0, 0, 0, 1, 2, 3)
    const colored = viewPackage.writer.addPoints({ positions, colors: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255) })
    const plain = viewPackage.writer.addPoints({ positions: Float32Array.of(0, 0, 0) })
    for (const mesh of [colored, plain])
      viewPackage.writer.addInstance({ node, mesh, placement: at(0, 0, 0), material: null })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    const primitives = gltf.meshes?.map(({ primitives: [primitive] }) => primitive)
    expect(primitives?.map((primitive) => [primitive?.mode, primitive?.indices])).toEqual([
      [0, undefined],
      [0, undefined],
    ])
    expect(primitives?.filter((primitive) => primitive?.attributes['COLOR_0'] !== undefined)).toHaveLength(1)
  })

  it('writes textures as PNG or JPEG, with texture coordinates', async () => {
    const square: MeshInput = {
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      textureCoordinates: Float32Array.of(0, 2, 2, 2, 2, 0, 0, 0),
    }
    const viewPackage = new WrittenPackage()
    const node = viewPackage.addRoot()
    const mesh = viewPackage.writer.addMesh(square) ?? -1
    const plain = viewPackage.writer.addMesh(boxMesh(1, 1, 1)) ?? -1
    const holes = { name: 'holes', width: 2, height: 1, pixels: Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 0) }
    const large = { name: 'large', width: 300, height: 300, pixels: new Uint8Array(360_000).fill(255) }
    for (const [image, wrap] of [
      [holes, 'repeat'],
      [large, 'clamp'],
    ] as const) {
      const texture = { image: viewPackage.writer.addTexture(image) ?? -1, tint: [1, 0.5, 0], wrap } as const
      const material = viewPackage.writer.addMaterial({ name: image.name, color: [0, 0, 0], opacity: 1, texture })
      for (const shape of [mesh, plain])
        viewPackage.writer.addInstance({ node, mesh: shape, placement: at(0, 0, 0), material })
    }
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    expect(gltf.images?.map(({ mimeType }) => mimeType).toSorted()).toEqual(['image/jpeg', 'image/png'])
    const byName = (name: string) => gltf.materials?.filter((material) => material.name === name) ?? []
    const textured = byName('holes').find(({ pbrMetallicRoughness: own }) => own.baseColorTexture !== undefined)
    expect(textured?.alphaMode).toBe('MASK')
    expect(textured?.pbrMetallicRoughness.baseColorFactor.map((part) => part.toFixed(2))).toEqual([
      '1.00',
      '0.22',
      '0.00',
      '1.00',
    ])
    // Boxes have no texture coordinates: they keep the colour, in a separate material.
    expect(byName('holes')).toHaveLength(2)
    const [clamped] = byName('large').flatMap(({ pbrMetallicRoughness: own }) => own.baseColorTexture ?? [])
    const sampler = gltf.textures?.[clamped?.index ?? -1]?.sampler
    expect(gltf.samplers?.[sampler ?? -1]?.wrapS).toBe(33071)
    const primitive = gltf.meshes?.find(({ primitives: [own] }) => own?.attributes['TEXCOORD_0'] !== undefined)
    expect(primitive).toBeDefined()
  })

  it('omits hidden instances and states their number', async () => {
    const viewPackage = new WrittenPackage()
    const root = viewPackage.addRoot()
    const space = viewPackage.writer.addNode({
      parent: root,
      name: 'space',
      class: 'IfcSpace',
      sourceId: '',
      hidden: true,
    })
    const mesh = viewPackage.writer.addMesh(boxMesh(1, 1, 1)) ?? -1
    viewPackage.writer.addInstance({ node: space, mesh, placement: at(0, 0, 0), material: null })
    const { bytes, gltf } = await exported(viewPackage)
    expect(await listErrors(bytes)).toEqual([])
    expect(gltf.meshes).toBeUndefined()
    expect(gltf.asset.extras['hiddenInstances']).toBe(1)
  })

  it('is byte-identical for the same package', async () => {
    const build = async (): Promise<Uint8Array> => {
      const viewPackage = new WrittenPackage()
      viewPackage.addRoot()
      viewPackage.addPart(boxMesh(1, 2, 3), quarterTurn)
      return (await exported(viewPackage)).bytes
    }
    expect(Buffer.compare(await build(), await build())).toBe(0)
  })
})

describe('PackageReader.open', () => {
  it('rejects an incomplete package', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    viewPackage.addPart(boxMesh(1, 1, 1), at(0, 0, 0))
    await viewPackage.writer.finish(plainReport)
    const files = async (path: string): Promise<Uint8Array> => viewPackage.stored(path)
    await expect(PackageReader.open({ ...viewPackage.manifest(), state: 'inprogress' }, files)).rejects.toThrow(
      RangeError,
    )
    await expect(PackageReader.open({}, files)).rejects.toThrow(RangeError)
  })
})
