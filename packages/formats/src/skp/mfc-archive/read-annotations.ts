import { anchorTarget, toDimension, toFont, toText, defaultFont } from '../annotation.js'
import type { Anchor, Dimension, Font, LeaderText, ComponentInstance } from '../model.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { ClassValues, EntityReader, ObjectStream } from './read-entities.js'
import type { VersionMap } from './version-map.js'

/** A dimension; null where it is not supported. */
export interface StoredDimension {
  readonly dimension: Dimension | null
}

/** A model text, or the content of a screen text; null where it is not supported. */
export interface StoredText {
  readonly text: LeaderText | string | null
}

/** Class versions of dimensions. */
const [dimensionForm, linearForm, radialForm] = [1, 6, 2]
const placedClasses: ReadonlySet<string> = new Set(['CComponentInstance', 'CGroup', 'CImage'])

/** Reader of dimensions and texts, and their fonts. */
export class AnnotationReader {
  readonly #versions: VersionMap
  readonly #entities: EntityReader

  constructor(versions: VersionMap, entities: EntityReader) {
    this.#versions = versions
    this.#entities = entities
  }

  font(stream: ObjectStream): Font {
    this.#entities.entity(stream)
    stream.text()
    // Bold and italic.
    stream.skip(2)
    const points = stream.u32()
    const usesHeight = stream.u8() !== 0
    return toFont(points, usesHeight, stream.f64())
  }

  /** Reads a dimension between two points; an empty text means the measured length. */
  linearDimension(stream: ObjectStream): StoredDimension {
    const header = this.#dimension(stream, 'CDimensionLinear', linearForm)
    const [{ anchor: start }, { anchor: end }] = [this.#anchor(stream), this.#anchor(stream)]
    const [normal, xAxis] = [stream.numbers(3), stream.numbers(3)]
    const along = stream.u32()
    const [offsetInches] = stream.numbers(2)
    const textPosition = stream.u32()
    return { dimension: toDimension({ ...header, start, end, normal, xAxis, along, offsetInches, textPosition }) }
  }

  /** Reads a dimension of a circle or an arc, followed by the measured object and the text position. */
  radialDimension(stream: ObjectStream): StoredDimension {
    this.#dimension(stream, 'CDimensionRadial', radialForm)
    stream.object('CEdge')
    stream.numbers(2)
    stream.skip(1)
    return { dimension: null }
  }

  /** Reads the common header of dimensions; all published files have this class version. */
  #dimension(stream: ObjectStream, className: string, form: number) {
    if (this.#versions.of(className) !== form || this.#versions.of('CDimension') !== dimensionForm) {
      throw new MalformedRecordError('form of dimensions', stream.at)
    }
    const { isHidden, layer, material } = this.#entities.drawingElement(stream)
    const text = stream.text()
    const font = stream.value('CSkFont') ?? defaultFont
    const isAligned = stream.u8() !== 0
    return { isHidden, layer, material, text, font, isAligned, arrow: stream.u32() }
  }

  /** Reads an anchor: a position, up to two entities, and for each the instances on the path to it. */
  #anchor(stream: ObjectStream): { readonly kind: number; readonly anchor: Anchor | null } {
    const kind = stream.u32()
    stream.skip(4)
    const point = stream.numbers(3)
    const anchoredObject = stream.object()
    stream.object()
    const path = this.#path(stream)
    this.#path(stream)
    const valueOf = <Name extends keyof ClassValues>(className: Name): ClassValues[Name] | null =>
      anchoredObject?.className === className ? ((anchoredObject.value as ClassValues[Name] | undefined) ?? null) : null
    const target = anchorTarget(kind, point, {
      vertex: valueOf('CVertex'),
      edge: valueOf('CEdge'),
      face: valueOf('CFace'),
    })
    return { kind, anchor: target && path && { target, path } }
  }

  /** Reads a list of instances; returns null where one is another object. */
  #path(stream: ObjectStream): ComponentInstance[] | null {
    const path: ComponentInstance[] = []
    let isComplete = true
    for (let left = stream.count(2); left > 0; left--) {
      const object = stream.object()
      if (object && placedClasses.has(object.className) && object.value) path.push(object.value as ComponentInstance)
      else isComplete = false
    }
    return isComplete ? path : null
  }

  /** Reads a text on the screen, or beside its anchor. */
  text(stream: ObjectStream): StoredText {
    const { isHidden, layer, material } = this.#entities.drawingElement(stream)
    const font = stream.value('CSkFont') ?? defaultFont
    // Screen position.
    stream.numbers(2)
    const { anchor, kind: anchorKind } = this.#anchor(stream)
    const [offset, viewDirection] = [stream.numbers(3), stream.numbers(3)]
    const leader = stream.u32()
    stream.skip(6)
    const arrow = stream.u32()
    stream.skip(1)
    const text = stream.text()
    const isLeaderHidden = stream.u32() !== 0
    stream.skip(1)
    const source = { isHidden, layer, material, font, text, arrow, anchor, anchorKind, offset, viewDirection, leader }
    return { text: toText({ ...source, isLeaderHidden }) }
  }
}
