import { screenChannel, type Color } from '@kamar/core/math'
import { chunksIn, findChunk, parseChunks } from '../container/chunks.js'
import { MalformedRecordError, tryParse, RecordCursor } from '@kamar/codecs/records'
import { readAssetId, isParameters, readParameters, type Parameters } from '../container/parameters.js'
import { wideText } from '../container/wide-text.js'
import { kinds, type SceneObject } from '../container/scene-objects.js'

const ids = {
  standard: '2:0',
  several: '200:0',
  twoSided: '210:0',
  physical: '3d6b1cec:deadc001',
  archDesign: '70b05735:4a163654',
  arnoldSurface: '7e73161f:62f74b4c',
  arnoldValue: '38e67d6e:3de3000e',
  bitmap: '240:0',
} as const
const shaderKind = 0x10b0

/** A texture of a material. */
export interface MaterialTexture {
  /** File name; '' when the scene states none. */
  readonly file: string
  /** Whether it uses the shape's map as it is; otherwise it is translated, rotated or tiled. */
  readonly isPlain: boolean
}

/** A single material. */
export interface SourceMaterial {
  readonly name: string
  readonly color: Color
  readonly opacity: number
  /** Texture of its colour; null for none. */
  readonly texture: MaterialTexture | null
}

/** Materials by the material ids of triangles. */
export interface SeveralMaterials {
  readonly numbers: readonly number[]
  readonly materials: readonly (SceneObject | null)[]
}

const clamped = (value: number): number => (value >= 0 ? Math.min(1, value) : 0)

const toColor = (values: readonly number[] | undefined): Color => {
  if (values === undefined || !values.every(Number.isFinite)) throw new MalformedRecordError('colour')
  return [clamped(values[0]), clamped(values[1]), clamped(values[2])]
}

/** Converts a colour from linear light. */
const colorOfLight = (values: readonly number[]): Color => {
  const [red, green, blue] = toColor(values)
  return [screenChannel(red), screenChannel(green), screenChannel(blue)]
}

/** Record with the name of a material, within the record of its plug-in. */
const nameRecord = 0x4001

/** Reads the name of a material of any kind; '' where it has none. */
export function readName(material: SceneObject): string {
  const containers = material.chunks.filter(({ isContainer }) => isContainer)
  const names = containers.map(({ bytes }) => findChunk(tryParse(() => parseChunks(bytes)) ?? [], nameRecord))
  return wideText(names.find((name) => name !== null)?.bytes ?? new Uint8Array())
}

/** Returns the parameter blocks that an object refers to. */
const readBlocks = (object: SceneObject): readonly Parameters[] =>
  [...object.references().values()].filter(isParameters).map(readParameters)

const requireBlock = (blocks: readonly Parameters[], number: number): Parameters => {
  const match = blocks.find(({ block }) => block === number)
  if (match === undefined) throw new MalformedRecordError('block')
  return match
}

const standardParts = { opacity: 1, diffuse: 1, maps: 3, mapOn: 0, map: 1, diffuseMap: 1 } as const

function readStandard(material: SceneObject): SourceMaterial {
  const blocks = readBlocks(material)
  const shader = [...material.references().values()].find(({ class: { kind } }) => kind === shaderKind)
  if (shader === undefined) throw new MalformedRecordError('shader')
  const { floats } = requireBlock(readBlocks(shader), 0)
  const opacity = requireBlock(blocks, 1).floats.get(standardParts.opacity)?.[0] ?? 1
  const maps = blocks.find(({ block }) => block === standardParts.maps)?.integers
  const isOn = maps?.get(standardParts.mapOn)?.[standardParts.diffuseMap] === 1
  const map = isOn ? maps?.get(standardParts.map)?.[standardParts.diffuseMap] : undefined
  return {
    name: readName(material),
    color: toColor(floats.get(standardParts.diffuse)),
    opacity: clamped(opacity),
    texture: readTexture(material, map),
  }
}

const physicalParts = { weight: 1, color: 2, transparency: 30, colorMap: 101, colorMapOn: 151 } as const

function readPhysical(material: SceneObject): SourceMaterial {
  const { floats, integers } = requireBlock(readBlocks(material), 0)
  const weight = floats.get(physicalParts.weight)?.[0] ?? 1
  const [red, green, blue] = toColor(floats.get(physicalParts.color))
  const isOn = integers.get(physicalParts.colorMapOn)?.[0] === 1
  return {
    name: readName(material),
    color: colorOfLight([weight * red, weight * green, weight * blue]),
    opacity: clamped(1 - (floats.get(physicalParts.transparency)?.[0] ?? 0)),
    texture: readTexture(material, isOn ? integers.get(physicalParts.colorMap)?.[0] : undefined),
  }
}

/**
 * Values of Arch & Design in the order of its public interface: colours (c), numbers (f), integers, switches and maps
 * (i). The first is the colour, the third its weight. Their starting index is not documented, so it is derived from
 * their types.
 */
const archDesignKinds =
  'cff cfiiiif cfiifficf ffii ifff ificif ificif ffiiifii ifi iiiifcci iiiifii iiiccfffii i'.replaceAll(' ', '') +
  'i'.repeat(48)
const archDesignParts = { color: 0, weight: 2, transparency: 15, colorMap: 76, colorMapOn: 100 } as const

function readArchDesign(material: SceneObject): SourceMaterial {
  const block = archDesignBlock(material)
  const { floats, integers } = block
  const first = firstOfArchDesign(block)
  const [red, green, blue] = toColor(floats.get(first + archDesignParts.color))
  const weight = floats.get(first + archDesignParts.weight)?.[0] ?? 1
  const isOn = integers.get(first + archDesignParts.colorMapOn)?.[0] === 1
  return {
    name: readName(material),
    color: colorOfLight([weight * red, weight * green, weight * blue]),
    opacity: clamped(1 - (floats.get(first + archDesignParts.transparency)?.[0] ?? 0)),
    texture: readTexture(material, isOn ? integers.get(first + archDesignParts.colorMap)?.[0] : undefined),
  }
}

/**
 * Returns the index of the first value; throws `MalformedRecordError` where one has another type. Animated values are
 * not in the block.
 */
function firstOfArchDesign({ floats, integers }: Parameters): number {
  const first = Math.min(...floats.keys(), ...integers.keys())
  for (const [at, kind] of Array.from(archDesignKinds).entries()) {
    const length = floats.get(first + at)?.length ?? 0
    const match = length > 1 ? 'c' : length === 1 ? 'f' : integers.has(first + at) ? 'i' : kind
    if (match !== kind) throw new MalformedRecordError('order of values')
  }
  return first
}

/** Returns the block with as many values as Arch & Design has; the others belong to the renderer. */
function archDesignBlock(material: SceneObject): Parameters {
  const block = readBlocks(material).find(
    ({ floats, integers }) => floats.size + integers.size > archDesignParts.colorMap,
  )
  if (block === undefined) throw new MalformedRecordError('block')
  return block
}

/** Returns the values of an Arnold material by name: each is a separate object, in lists. */
function arnoldValues(material: SceneObject): ReadonlyMap<string, Uint8Array> {
  const values = new Map<string, Uint8Array>()
  const visited = new Set([material])
  // Iteration over a set includes values added meanwhile.
  for (const object of visited) {
    for (const part of object.references().values()) {
      if (part.class.id !== ids.arnoldValue && !isParameters(part)) continue
      visited.add(part)
      const name = wideText(part.bytes(0x0001) ?? new Uint8Array())
      const value = findChunk(chunksIn(part.chunks, 0x0003), 0x0006)
      if (value !== null && !values.has(name)) values.set(name, value.bytes)
    }
  }
  return values
}

function readArnold(material: SceneObject): SourceMaterial {
  const values = arnoldValues(material)
  const cursor = (name: string): RecordCursor => {
    const bytes = values.get(name)
    if (bytes === undefined) throw new MalformedRecordError(name)
    return new RecordCursor(bytes)
  }
  const weight = cursor('base').f32()
  const color = [...cursor('base_color').floats(3)].map((channel) => channel * weight)
  const opacity = values.has('opacity') ? [...cursor('opacity').floats(3)] : [1, 1, 1]
  const map = values.has('base_color.shader') ? cursor('base_color.shader').i32() : -1
  return {
    name: readName(material),
    color: colorOfLight(color),
    opacity: clamped((opacity[0] + opacity[1] + opacity[2]) / 3),
    texture: readTexture(material, map),
  }
}

function readTexture(material: SceneObject, number: number | undefined): MaterialTexture | null {
  const texture = number === undefined ? null : material.object(number)
  if (texture?.class.kind !== kinds.texture) return null
  if (texture.class.id !== ids.bitmap) return { file: '', isPlain: false }
  const block = [...texture.references().values()].find(
    (part) => isParameters(part) && readParameters(part).block === 0,
  )
  return { file: block ? readAssetId(block) : '', isPlain: tryParse(() => isPlain(texture)) ?? false }
}

const placementKind = 0xc20
const placementValues = [0, 0, 1, 1, 0, 0, 0]

/** Returns whether a bitmap is not translated, tiled or rotated, and uses the first map. */
function isPlain(texture: SceneObject): boolean {
  const placement = [...texture.references().values()].find(({ class: { kind } }) => kind === placementKind)
  if (placement === undefined) return false
  const [values] = readBlocks(placement)
  if (values === undefined) return false
  return placementValues.every((value, number) => values.floats.get(number)?.[0] === value)
}

/** Returns whether a material has sub-materials by triangle id. */
export const hasSeveral = ({ class: { id } }: SceneObject): boolean => id === ids.several

/** Reads the sub-materials of a material; a damaged one has none. */
export function readSeveral(material: SceneObject): SeveralMaterials {
  const { integers } = requireBlock(readBlocks(material), 0)
  const materials = (integers.get(0) ?? []).map((number) => material.object(number))
  const numbers = integers.get(3) ?? materials.map((_, at) => at)
  return { numbers, materials }
}

/** Reads a material; null for unsupported ones. */
export function readMaterial(material: SceneObject, depth = 0): SourceMaterial | null {
  const readers: Readonly<Record<string, (material: SceneObject) => SourceMaterial | null>> = {
    [ids.standard]: readStandard,
    [ids.physical]: readPhysical,
    [ids.archDesign]: readArchDesign,
    [ids.arnoldSurface]: readArnold,
    [ids.twoSided]: (both) => {
      const front = both.object(requireBlock(readBlocks(both), 0).integers.get(0)?.[0] ?? -1)
      return front && depth === 0 ? readMaterial(front, depth + 1) : null
    },
  }
  const read = readers[material.class.id]
  if (material.class.kind !== kinds.material || read === undefined) return null
  return tryParse(() => read(material))
}
