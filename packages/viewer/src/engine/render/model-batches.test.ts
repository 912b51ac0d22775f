import { DoubleSide, FrontSide, LineSegments, Mesh, Points, type DataTexture, type RawShaderMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { FakeGl } from '../../testing/fake-gl.js'
import { placedInstances } from '../../testing/test-instances.js'
import { ElementStates } from '../store/element-states.js'
import { placementStride, type GpuChunk } from '../store/gpu-chunk.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import type { DrawBatch } from './draw-batch.js'
import { ModelBatches } from './model-batches.js'
import { RowTexture } from './row-texture.js'
import type { TextureArray } from './texture-array.js'
import { fillWithPoints } from './warm-up.js'
import { colorsByTheme } from './viewer-colors.js'

type DrawObject = DrawBatch['object'] & {
  readonly _multiDrawStarts: Int32Array
  readonly _multiDrawCounts: Int32Array
  readonly _multiDrawCount: number
}
const create = (multiDraw = true): ModelBatches => new ModelBatches(new FakeGl().context, multiDraw)
const listObjects = (batches: ModelBatches): DrawObject[] =>
  [...batches.surfaceObjects, ...batches.blendedObjects] as unknown as DrawObject[]
const materialOf = (object: DrawObject): RawShaderMaterial => object.material as RawShaderMaterial
const byName = (batches: ModelBatches, name: string): DrawObject => {
  const all = [...listObjects(batches), ...(batches.maskObjects as unknown as DrawObject[])]
  const object = all.find((one) => materialOf(one).name === name)
  if (object === undefined) throw new Error(`no batch ${name}`)
  return object
}
const listDefines = (batches: ModelBatches, name: string): string[] =>
  Object.keys(materialOf(byName(batches, name)).defines).sort()

const chunkWith = (colors: Uint8Array | null): GpuChunk =>
  ({
    vertices: new Uint16Array(4),
    copiedVertices: new Uint16Array(0),
    owners: new Uint32Array(1),
    indices: new Uint32Array(3),
    colors,
    textureCoordinates: null,
  }) as unknown as GpuChunk

describe('ModelBatches', () => {
  it('draws solid surfaces first, then lines, then points, and transparent surfaces last', () => {
    const batches = create()
    const names = listObjects(batches).map((object) => materialOf(object).name)
    expect(batches.surfaceObjects).toHaveLength(4)
    expect(names).toEqual([
      'closed',
      'open',
      'closed-named',
      'open-named',
      'axes',
      'axes-named',
      'edges',
      'edges-named',
      'points',
      'points-named',
      'clear-named',
    ])
    expect(listObjects(batches).map(({ renderOrder }) => renderOrder)).toEqual(names.map((_, order) => order))
    expect(batches.maskObjects).toHaveLength(3)
  })

  it('uses a primitive, a program and blending by kind', () => {
    const batches = create()
    const table = listObjects(batches).map((object) => {
      const { name, transparent, depthWrite, side, polygonOffset } = materialOf(object)
      const primitive = object instanceof Mesh ? 'mesh' : object instanceof LineSegments ? 'lines' : 'points'
      return [name, primitive, transparent, depthWrite, side === FrontSide, polygonOffset]
    })
    expect(table.filter(([name]) => !String(name).endsWith('-named') || name === 'clear-named')).toEqual([
      ['closed', 'mesh', false, true, true, true],
      ['open', 'mesh', false, true, false, true],
      ['axes', 'lines', true, true, false, false],
      ['edges', 'lines', true, true, false, false],
      ['points', 'points', true, true, false, false],
      ['clear-named', 'mesh', true, false, false, true],
    ])
    expect(byName(batches, 'points')).toBeInstanceOf(Points)
    expect(
      listObjects(batches).every(({ frustumCulled, matrixAutoUpdate }) => !frustumCulled && !matrixAutoUpdate),
    ).toBe(true)
  })

  it('writes the selection mask opaquely, without depths', () => {
    const batches = create()
    for (const name of ['mask-open', 'mask-edges', 'mask-points']) {
      const { transparent, depthWrite, defines } = materialOf(byName(batches, name))
      expect([transparent, depthWrite, 'MASK' in defines, 'NAMED' in defines]).toEqual([false, false, true, true])
    }
    expect(materialOf(byName(batches, 'mask-open')).polygonOffsetUnits).toBe(0)
  })

  it('compiles programs for what they draw', () => {
    const batches = create()
    expect(listDefines(batches, 'closed')).toEqual(['CLOSED', 'MULTI_DRAW'])
    expect(listDefines(batches, 'open-named')).toEqual(['MULTI_DRAW', 'NAMED'])
    expect(listDefines(batches, 'clear-named')).toEqual(['CLEAR', 'MULTI_DRAW', 'NAMED'])
    expect(listDefines(batches, 'axes')).toEqual(['AXES', 'FADED_INK', 'MULTI_DRAW', 'STEEP_PIXELS'])
    expect(listDefines(create(false), 'closed')).toEqual(['CLOSED'])
    expect(materialOf(byName(batches, 'edges')).defines).toMatchObject({ FADED_INK: '0.500', STEEP_PIXELS: '3.0' })
  })

  it('passes the ranges of each list to its draw call, and hides calls without any', () => {
    const batches = create()
    const { lists } = batches
    lists.reset()
    lists.closed.add(10, 6, 0)
    lists.clear.addNamed(50, 9, 4)
    batches.prepare()
    const [closed, clear] = [byName(batches, 'closed'), byName(batches, 'clear-named')]
    expect([closed.visible, closed._multiDrawCount, closed._multiDrawStarts[0], closed._multiDrawCounts[0]]).toEqual([
      true,
      1,
      40,
      6,
    ])
    expect([clear.visible, clear._multiDrawStarts[0], clear._multiDrawCounts[0]]).toEqual([true, 200, 9])
    expect(listObjects(batches).filter(({ visible }) => visible)).toHaveLength(2)
    lists.reset()
    batches.prepare()
    expect(listObjects(batches).some(({ visible }) => visible)).toBe(false)
  })

  it('writes the instances of all named ranges to one texture, and tells each call where its own begin', () => {
    const batches = create()
    const { lists } = batches
    lists.reset()
    for (const name of [7, 8]) lists.closedNamed.addNamed(0, 3, name)
    lists.edgesNamed.addNamed(0, 2, 9)
    for (const name of [5, 6, 4]) lists.clear.addNamed(0, 3, name)
    lists.selected.surfaces.addNamed(0, 3, 3)
    batches.prepare()
    const texture = materialOf(byName(batches, 'clear-named')).uniforms['names'].value as DataTexture
    const data = texture.image.data as Uint32Array
    const namesFrom = (name: string, count: number): number[] => {
      const first = materialOf(byName(batches, name)).uniforms['firstName'].value as number
      return [...data.subarray(first, first + count)]
    }
    expect(namesFrom('closed-named', 2)).toEqual([7, 8])
    expect(namesFrom('edges-named', 1)).toEqual([9])
    expect(namesFrom('clear-named', 3)).toEqual([5, 6, 4])
    expect(namesFrom('mask-open', 1)).toEqual([3])
  })

  it('lets edges write depths only in a drawing without surfaces', () => {
    const batches = create()
    const listDepthWrites = (): boolean[] =>
      ['edges', 'edges-named'].map((name) => materialOf(byName(batches, name)).depthWrite)
    batches.lists.reset()
    batches.lists.edges.add(0, 2, 3)
    batches.prepare()
    expect(listDepthWrites()).toEqual([true, true])
    for (const name of ['closed', 'open'] as const) {
      batches.lists.reset()
      batches.lists[name].add(0, 3, 0)
      batches.prepare()
      expect(listDepthWrites()).toEqual([false, false])
    }
    batches.lists.reset()
    batches.lists.openNamed.addNamed(0, 3, 1)
    batches.prepare()
    expect(listDepthWrites()).toEqual([false, false])
  })

  it('compiles programs for a sectioned model, once for any position of its planes', () => {
    const batches = create()
    const plane = Float64Array.of(0, 0, 1, -2)
    const version = (): number => materialOf(byName(batches, 'open')).version
    batches.setCuts(plane, false)
    expect(listDefines(batches, 'open')).toEqual(['CUT', 'MULTI_DRAW'])
    expect([...batches.uniforms.cuts.value.subarray(0, 4)]).toEqual([0, 0, 1, -2])
    expect(batches.uniforms.cutCount.value).toBe(1)
    const compiled = version()
    batches.setCuts(Float64Array.of(0, 0, 1, -7), false)
    expect([version(), batches.uniforms.cuts.value[3]]).toEqual([compiled, -7])
    batches.setCuts(new Float64Array(0), false)
    expect([listDefines(batches, 'open'), version() > compiled]).toEqual([['MULTI_DRAW'], true])
  })

  it('shows the inner sides of closed bodies while they are cut and not capped', () => {
    const batches = create()
    const getSide = (name: string): unknown => materialOf(byName(batches, name)).side
    const plane = Float64Array.of(0, 0, 1, -2)
    batches.setCuts(plane, false)
    expect([getSide('closed'), getSide('closed-named')]).toEqual([DoubleSide, DoubleSide])
    batches.setCuts(plane, true)
    expect([getSide('closed'), getSide('open')]).toEqual([FrontSide, DoubleSide])
    batches.setCuts(new Float64Array(0), false)
    expect(getSide('closed')).toBe(FrontSide)
  })

  it('reads vertex colours in all programs but those of lines, once a chunk has them', () => {
    const batches = create()
    batches.uploadGeometry(chunkWith(null))
    expect(listDefines(batches, 'open')).not.toContain('VERTEX_COLOURS')
    batches.uploadGeometry(chunkWith(new Uint8Array(4)))
    const colored = [...listObjects(batches), ...(batches.maskObjects as unknown as DrawObject[])]
      .filter((object) => 'VERTEX_COLOURS' in materialOf(object).defines)
      .map((object) => materialOf(object).name)
    expect(colored).toEqual(
      expect.arrayContaining(['closed', 'open', 'closed-named', 'open-named', 'clear-named', 'points', 'points-named']),
    )
    expect(colored.some((name) => name.includes('edges') || name.includes('axes'))).toBe(false)
    const { version } = materialOf(byName(batches, 'open'))
    batches.uploadGeometry(chunkWith(new Uint8Array(4)))
    expect(materialOf(byName(batches, 'open')).version).toBe(version)
  })

  it('shows textures on surfaces alone', () => {
    const batches = create()
    const textures = { textures: { value: 'images' }, bindings: { value: 'table' }, dispose: () => undefined }
    let creations = 0
    const make = (): TextureArray => {
      creations++
      return textures as unknown as TextureArray
    }
    expect([batches.ensureTextures(make), batches.ensureTextures(make)]).toEqual([textures, textures])
    expect([creations, listDefines(batches, 'open').includes('TEXTURED')]).toEqual([1, false])
    batches.showTextures(textures as unknown as TextureArray)
    expect(
      ['open', 'clear-named', 'edges', 'points'].map((name) => listDefines(batches, name).includes('TEXTURED')),
    ).toEqual([true, true, false, false])
    expect(materialOf(byName(batches, 'open')).uniforms['textures']).toBe(textures.textures)
  })

  it('fills every call for the warm-up, and draws nothing visible', () => {
    const batches = create()
    fillWithPoints(batches, colorsByTheme.light)
    batches.prepare()
    expect(listObjects(batches).every(({ visible }) => visible)).toBe(true)
    expect(batches.byteLength).toBeGreaterThan(0)
  })

  it('frees its buffers', () => {
    const gl = new FakeGl()
    const batches = new ModelBatches(gl.context, true)
    fillWithPoints(batches, colorsByTheme.dark)
    batches.dispose()
    expect(gl.usedBytes).toBe(0)
  })
})

describe('RowTexture', () => {
  const rangesOf = (texture: RowTexture): { start: number; count: number }[] =>
    (texture.uniform.value as unknown as { updateRanges: { start: number; count: number }[] }).updateRanges

  it('has a texel for every four elements of a column', () => {
    const texture = new RowTexture('floats')
    const data = new Float32Array(8192)
    texture.update(data, 0, 10)
    expect(texture.uniform.value?.image).toMatchObject({ data, width: 1024, height: 2 })
  })

  it('uploads only changed rows after the first upload', () => {
    const texture = new RowTexture('bytes')
    const data = new Uint8Array(4096 * 4)
    texture.update(data, 0, 10)
    texture.update(data, 5000, 5001)
    expect(rangesOf(texture)).toEqual([])
    texture.uniform.value?.onUpdate?.(texture.uniform.value)
    texture.update(data, 4095, 4097)
    expect(rangesOf(texture)).toEqual([
      { start: 0, count: 4096 },
      { start: 4096, count: 4096 },
    ])
    texture.update(data, 9000, 9000)
    expect(rangesOf(texture)).toHaveLength(2)
    texture.update(data, 8192, 12_288)
    expect(rangesOf(texture).slice(2)).toEqual([{ start: 8192, count: 4096 }])
  })

  it('is created again when its column was reallocated', () => {
    const texture = new RowTexture('numbers')
    texture.update(new Uint32Array(4096), 0, 1)
    const before = texture.uniform.value
    let disposed = 0
    before?.addEventListener('dispose', () => disposed++)
    texture.update(new Uint32Array(8192), 0, 1)
    expect([texture.uniform.value === before, disposed]).toEqual([false, 1])
    texture.dispose()
    expect(texture.uniform.value).toBeNull()
  })

  it('holds the rows that the shaders look up by instance', () => {
    const batches = create()
    const instances = new InstanceStore()
    instances.append(
      placedInstances(Array.from({ length: 300 }, (_, node) => ({ node, center: [node, 0, 0] as const }))),
    )
    const states = new ElementStates()
    const colors = new InstanceColors({ instances, states, colors: colorsByTheme.light.states })
    colors.updateRange(0, 300)
    batches.uploadInstances(instances, 0, 300)
    batches.uploadColors(colors, 0, 300)
    const { uniforms } = materialOf(byName(batches, 'open'))
    const placements = uniforms['placements'].value as DataTexture
    // As in the shader: four texels for an instance, 256 instances in a row.
    const at = ((299 >> 8) * 1024 + (299 & 255) * 4) * 4
    const data = placements.image.data as Float32Array
    expect([...data.subarray(at, at + 16)]).toEqual([
      ...instances.placement.subarray(299 * placementStride, 300 * placementStride),
    ])
    const bytes = (uniforms['colours'].value as DataTexture).image.data as Uint8Array
    expect([...bytes.subarray(299 * 4, 300 * 4)]).toEqual([100, 150, 200, 254])
  })
})
