import type { Entity } from '../../drawing/index.js'
import { byBlockColor, byLayerColor } from '../../drawing/color.js'
import type { Attribute, Block, LineType, TextStyle } from '../../drawing/index.js'
import { ObjectReader } from '../bits/object-reader.js'
import { decodersByName, decodersByNumber } from '../entities/decoders.js'
import { readEntityHeader } from '../entities/header.js'
import type { Lookup, OwnedEntities, VertexRecord } from '../entities/lookup.js'
import type { DwgRelease } from '../release.js'
import { ObjectWriter } from './object-writer.js'

const createLineType = (name: string, handle = 0): LineType => ({ name, handle, segments: [] })
const createStyle = (handle: number): TextStyle => ({
  name: `Style ${handle}`,
  handle,
  fileName: 'txt.shx',
  bigFontFileName: '',
  height: 0,
  widthFactor: 1,
  obliqueAngle: 0,
  trueType: null,
})
const createBlock = (handle: number): Block => ({
  name: `Block ${handle}`,
  handle,
  basePoint: [0, 0, 0],
  layoutHandle: 0,
  isExternal: false,
  isOverlay: false,
  path: '',
  entityCount: 0,
  entities: () => [],
})

/** Finds objects that say by their names which handles were looked up. */
class NamedLookup implements Lookup {
  readonly byLayerLineType = createLineType('ByLayer')
  readonly byBlockLineType = createLineType('ByBlock')
  readonly continuousLineType = createLineType('Continuous')
  readonly vertices: readonly VertexRecord[]

  constructor(vertices: readonly VertexRecord[]) {
    this.vertices = vertices
  }

  findLayer(handle: number): ReturnType<Lookup['findLayer']> {
    const state = { isOn: true, isFrozen: false, isPlotted: true, opacity: 1, lineType: null, lineWeight: -3 }
    return { name: `Layer ${handle}`, handle, color: byLayerColor, ...state }
  }
  findLineType(handle: number): LineType {
    return createLineType(`Line type ${handle}`, handle)
  }
  findTextStyle(handle: number): TextStyle {
    return createStyle(handle)
  }
  findDimensionStyle(handle: number): ReturnType<Lookup['findDimensionStyle']> {
    const shape = { scale: 1, arrowSize: 1, textHeight: 1, textStyle: null, decimalPlaces: 2, lengthFactor: 1 }
    return { name: `Dimension style ${handle}`, handle, ...shape }
  }
  findMultilineStyle(handle: number): ReturnType<Lookup['findMultilineStyle']> {
    return { name: `Multiline style ${handle}`, handle, elements: [] }
  }
  findBlock(handle: number): Block {
    return createBlock(handle)
  }
  findColor(): typeof byBlockColor {
    return byBlockColor
  }
  findEntity(): Entity | null {
    return null
  }
  findClassName(number: number): string {
    return number === classNumber ? 'AEC_WALL' : ''
  }
  findFileName(handle: number): string {
    return `file ${handle}`
  }
  readAttributes(_owned: OwnedEntities): readonly Attribute[] {
    return []
  }
  readVertices(_owned: OwnedEntities): readonly VertexRecord[] {
    return this.vertices
  }
}

/** An entity of a kind, by its number or the name of its class. */
export interface EntitySource {
  readonly kind: number | string
  readonly write: (writer: ObjectWriter) => void
  readonly vertices?: readonly VertexRecord[]
}

/** An entity as it is read, and whether its data and references were read to their last bits. */
export interface ReadResult {
  readonly entity: Entity
  readonly isAtEnd: boolean
}

const classNumber = 500
const padding = 32

/** Writes an entity of one release, and reads it. */
export function readWritten(release: DwgRelease, { kind, write, vertices = [] }: EntitySource): ReadResult {
  const writer = new ObjectWriter(release, typeof kind === 'number' ? kind : classNumber, 0x20)
  writer.writeEntityHeader({ layer: 0x10 })
  write(writer)
  const reader = openWritten(release, writer.toBytes())
  const read = typeof kind === 'number' ? decodersByNumber[kind].read : decodersByName[kind]
  if (!read) throw new Error(`no decoder of ${kind}`)
  const lookup = new NamedLookup(vertices)
  const entity = read(reader, readEntityHeader(reader, lookup, `${kind}`), lookup)
  return { entity, isAtEnd: reader.isAtEnd }
}

/** Writes an object that is not an entity, and reads it. */
export function readWrittenObject<Value>(
  release: DwgRelease,
  read: (reader: ObjectReader, lookup: Lookup) => Value,
  write: (writer: ObjectWriter) => void,
): { readonly value: Value; readonly isAtEnd: boolean } {
  const writer = new ObjectWriter(release, classNumber, 0x20)
  writer.writeObjectHeader()
  write(writer)
  const reader = openWritten(release, writer.toBytes())
  return { value: read(reader, new NamedLookup([])), isAtEnd: reader.isAtEnd }
}

function openWritten(release: DwgRelease, bytes: Uint8Array): ObjectReader {
  const section = new Uint8Array(bytes.length + padding)
  section.set(bytes)
  const reader = new ObjectReader(section.subarray(0, bytes.length), release, 30)
  reader.openObject(0)
  return reader
}
