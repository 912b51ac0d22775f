import { byLayerColor, type EntityColor } from '../../drawing/color.js'
import { createLayer, createLineType, defaultTextStyle } from '../../drawing/default-entries.js'
import type { Attribute, Block, Entity } from '../../drawing/index.js'
import type { DimensionStyle, Layer, LineType, MultilineStyle, TextStyle } from '../../drawing/tables.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { ObjectStore } from '../file/object-store.js'
import { readDimensionStyle } from '../objects/dimension-style.js'
import { readObjectHeader } from '../objects/object-header.js'
import { readLayer, readLineType, readMultilineStyle, readTextStyle } from '../objects/table-entries.js'
import { readEntityHeader } from './header.js'
import type { Lookup, OwnedEntities, VertexRecord } from './lookup.js'
import { readVertex2d, readVertex3d, readVertexFace } from './polylines.js'

const attributeKind = 2
const vertexReaders: Readonly<Record<number, (reader: ObjectReader) => VertexRecord>> = {
  10: readVertex2d,
  11: readVertex3d,
  12: readVertex3d,
  13: readVertex3d,
  14: readVertexFace,
}

/** Handles of the applications whose extended data are read; 0 where the drawing has none. */
export interface KnownApplications {
  /** States the opacity of layers. */
  readonly transparency: number
  /** States the outline fonts of text styles. */
  readonly font: number
}

/** Finds what entities of a DWG refer to, and reads each style and layer once. */
export class DwgLookup implements Lookup {
  readonly byLayerLineType = createLineType('ByLayer')
  readonly byBlockLineType = createLineType('ByBlock')
  readonly continuousLineType = createLineType('Continuous')
  readonly #store: ObjectStore
  readonly #blocks: ReadonlyMap<number, Block>
  readonly #defaultLayer = createLayer({ handle: 0, name: '0', lineType: this.continuousLineType })
  readonly #findLayer: Find<Layer>
  readonly #findLineType: Find<LineType>
  readonly #findTextStyle: Find<TextStyle>
  readonly #findDimensionStyle: Find<DimensionStyle>
  readonly #findMultilineStyle: Find<MultilineStyle>
  readonly #findColor: Find<EntityColor>
  readonly #findFileName: Find<string>

  /** @param blocks Blocks by handle, complete before entities are read. */
  constructor(store: ObjectStore, blocks: ReadonlyMap<number, Block>, applications: KnownApplications) {
    this.#store = store
    this.#blocks = blocks
    this.#findLayer = this.#createFind((reader) => readLayer(reader, this, applications.transparency))
    this.#findLineType = this.#createFind((reader) => readLineType(reader, this))
    this.#findTextStyle = this.#createFind((reader) => readTextStyle(reader, applications.font))
    this.#findDimensionStyle = this.#createFind((reader) => readDimensionStyle(reader, this))
    this.#findMultilineStyle = this.#createFind(readMultilineStyle)
    this.#findColor = this.#createFind((reader) => {
      readObjectHeader(reader)
      return reader.readColor()
    })
    this.#findFileName = this.#createFind((reader) => this.#readFileName(reader))
  }

  findLayer(handle: number): Layer {
    return this.#findLayer(handle) ?? this.#defaultLayer
  }

  findLineType(handle: number): LineType {
    return this.#findLineType(handle) ?? this.continuousLineType
  }

  findTextStyle(handle: number): TextStyle {
    return this.#findTextStyle(handle) ?? defaultTextStyle
  }

  findDimensionStyle(handle: number): DimensionStyle | null {
    return this.#findDimensionStyle(handle)
  }

  findMultilineStyle(handle: number): MultilineStyle | null {
    return this.#findMultilineStyle(handle)
  }

  findBlock(handle: number): Block | null {
    return this.#blocks.get(handle) ?? null
  }

  findColor(handle: number): EntityColor | null {
    const color = this.#findColor(handle)
    return color === byLayerColor ? null : color
  }

  findClassName(number: number): string {
    return this.#store.getClassName(number)
  }

  findFileName(handle: number): string {
    return this.#findFileName(handle) ?? ''
  }

  findEntity(handle: number): Entity | null {
    return this.#store.read(handle, (reader) => this.readEntity(reader))
  }

  /** Reads the entity that a reader is at; null for other objects. */
  readEntity(reader: ObjectReader): Entity | null {
    const decoder = this.#store.getDecoder(reader.kind)
    return decoder && decoder.read(reader, readEntityHeader(reader, this, decoder.name), this)
  }

  readAttributes(owned: OwnedEntities): readonly Attribute[] {
    const attributes: Attribute[] = []
    this.#readOwned(owned, (reader) => {
      const entity = reader.kind === attributeKind ? this.readEntity(reader) : null
      if (entity?.kind === 'attribute') attributes.push(entity)
      return entity !== null
    })
    return attributes
  }

  readVertices(owned: OwnedEntities): readonly VertexRecord[] {
    const vertices: VertexRecord[] = []
    this.#readOwned(owned, (reader) => {
      const readVertex = vertexReaders[reader.kind]
      if (!readVertex) return false
      readEntityHeader(reader, this, 'VERTEX')
      vertices.push(readVertex(reader))
      return true
    })
    return vertices
  }

  /** Reads a list, or a chain up to an object that does not belong to it or was there before. */
  #readOwned(owned: OwnedEntities, read: (reader: ObjectReader) => boolean): void {
    if ('handles' in owned) {
      for (const handle of owned.handles) this.#store.read(handle, read)
      return
    }
    const visited = new Set([0])
    for (let handle = owned.first; !visited.has(handle);) {
      visited.add(handle)
      const next = this.#store.read(handle, (reader) =>
        read(reader) && reader.ownerHandle === owned.owner ? reader.nextHandle : 0,
      )
      handle = handle === owned.last ? 0 : (next ?? 0)
    }
  }

  #readFileName(reader: ObjectReader): string {
    const name = this.#store.getClassName(reader.kind)
    readObjectHeader(reader)
    if (name === 'IMAGEDEF') {
      reader.readLong()
      reader.readRawPoint()
    }
    return reader.readText()
  }

  #createFind<Value>(read: (reader: ObjectReader) => Value): Find<Value> {
    const values = new Map<number, Value | null>()
    return (handle) => {
      let value = values.get(handle)
      if (value === undefined) {
        // A circle of references ends at the default value.
        values.set(handle, null)
        value = handle === 0 ? null : this.#store.read(handle, read)
        values.set(handle, value)
      }
      return value
    }
  }
}

type Find<Value> = (handle: number) => Value | null
