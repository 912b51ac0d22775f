import {
  CadBody,
  CadEntityTemplate,
  CadInsertTemplate,
  CadSplineTemplate,
  DwgObjectReader,
  DxfEntitiesSectionReader,
  DxfSectionReaderBase,
  DxfStreamReaderBase,
  DxfTextReader,
  type Entity,
  Insert,
  ModelerGeometry,
  Spline,
  Viewport,
} from '@node-projects/acad-ts'
import type {
  DxfEntityTemplateParts,
  DxfEntityReaderParts,
  DxfTextParts,
  ReadEntityCodes,
  UnlistedObjectParts,
} from './private-parts.js'

/** Covers kinds of entities that the library does not know (bodies, surfaces, helices), and of a DXF the paper and what is switched off. */
export function patchEntityKinds(): void {
  patchSignedShorts()
  patchTextSpaces()
  readKinds()
  readUnlistedKinds()
  patchModelerGeometry()
}

/** A negative number of two bytes (a layer that is switched off) is none to the library. */
function patchSignedShorts(): void {
  Object.defineProperty(DxfStreamReaderBase.prototype, 'valueAsShort', {
    configurable: true,
    get(this: { readonly value: unknown }): number {
      return (Number(this.value) << 16) >> 16
    },
  })
}

const lineFeed = 10
/** Groups of words, which keep the spaces at their ends: what is longer than a line goes on in the next group. */
const isTextCode = (code: number): boolean => code === 1 || code === 3

function patchTextSpaces(): void {
  const text = DxfTextReader.prototype as unknown as DxfTextParts
  const { readStringLine } = text
  text.readStringLine = function (this: DxfTextParts): string {
    const from = this._bytePos ?? 0
    const line = readStringLine.call(this)
    if (!isTextCode(this.dxfCode)) return line
    const end = this._bytePos ?? 0
    const isEnded = this._data[end - 1] === lineFeed
    const bytes = this._data.subarray(from, isEnded ? end - 1 : end)
    this.valueRaw = this.decodeString(bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes)
    return this.valueRaw
  }
}

/** An entity under the name its file gives it, where the library's class has another one. */
function withObjectName<Kind extends Entity>(entity: Kind, name: string): Kind {
  return Object.defineProperty(entity, 'objectName', { value: name })
}

/** Kinds whose shape is ACIS data and which the library does not know, or reads without them. */
const bodies: ReadonlySet<string> = new Set([
  'BODY',
  'SURFACE',
  'EXTRUDEDSURFACE',
  'LOFTEDSURFACE',
  'NURBSURFACE',
  'PLANESURFACE',
  'REVOLVEDSURFACE',
  'SWEPTSURFACE',
])

const shapePart = 'AcDbModelerGeometry'
const helixPart = 'AcDbHelix'
/** Inserts the block with the projected lines of a drawing view. */
const viewReference = 'ACDBVIEWREPBLOCKREFERENCE'
const viewReferencePart = 'AcDbViewRepBlockReference'

/** Kinds of entities that the library does not know; ACIS text in one go; and entities that say they are on the paper. */
function readKinds(): void {
  const sections = DxfSectionReaderBase.prototype as unknown as DxfEntityReaderParts
  const { readEntity, _readModelerGeometry: readGeometry, readCommonEntityCodes: readCommon } = sections
  let lines: string[] = []
  let isOnPaper = false
  sections._readModelerGeometry = function (this: DxfEntityReaderParts, template, map, subclass): boolean {
    if (!(template.cadObject instanceof ModelerGeometry)) return readGeometry.call(this, template, map, subclass)
    const { code, valueAsString: value } = this._reader
    if (code === 1) lines.push(value)
    else if (code === 3) lines.push((lines.pop() ?? '') + value)
    return isTextCode(code) || readGeometry.call(this, template, map, subclass)
  }
  sections.readCommonEntityCodes = function (this: DxfEntityReaderParts, template, extended, map): void {
    if (this._reader.code === 67) isOnPaper = this._reader.valueAsShort === 1
    readCommon.call(this, template, extended, map)
  }
  sections.readEntity = function (this: DxfEntityReaderParts): DxfEntityTemplateParts | null {
    lines = []
    isOnPaper = false
    const name = this._reader.valueAsString
    const template = bodies.has(name)
      ? readBody(this, name)
      : name === 'HELIX'
        ? readHelix(this)
        : name === viewReference
          ? readViewReference(this)
          : readEntity.call(this)
    if (template?.cadObject instanceof ModelerGeometry && lines.length > 0)
      template.cadObject.acisData = acisText(lines)
    // Releases 13 and 14 do not say whose entities are.
    const isLoose = template?.ownerHandle === null && isEntities(this)
    if (isLoose && (isOnPaper || template.cadObject instanceof Viewport))
      template.ownerHandle = this._builder.tryGetTableEntry('*Paper_Space')?.handle ?? null
    lines = []
    return template
  }
}

/** Blocks say themselves what stands in them. */
const isEntities = (reader: unknown): boolean => reader instanceof DxfEntitiesSectionReader

/** Of the shape's own part; what follows (profiles, sweeps) is made of the shape already. */
function readBody(reader: DxfEntityReaderParts, name: string): DxfEntityTemplateParts {
  reader.currentSubclass = ''
  const read: ReadEntityCodes = (template, map) => {
    const { code } = reader._reader
    if (reader.currentSubclass === shapePart && code < 100) return reader._readModelerGeometry(template, map, shapePart)
    return (
      reader.currentSubclass !== '' &&
      reader.currentSubclass !== 'AcDbEntity' &&
      code < 1000 &&
      code !== 100 &&
      code !== 102
    )
  }
  return reader.readEntityCodes(new CadEntityTemplate(withObjectName(new CadBody(), name)), read, CadBody)
}

function readHelix(reader: DxfEntityReaderParts): DxfEntityTemplateParts {
  reader.currentSubclass = ''
  const read: ReadEntityCodes = (template, map) => {
    const { code } = reader._reader
    if (reader.currentSubclass !== helixPart) return reader._readSpline(template, map)
    return code < 1000 && code !== 100 && code !== 102
  }
  return reader.readEntityCodes(new CadSplineTemplate(withObjectName(new Spline(), 'HELIX')), read, Spline)
}

function readViewReference(reader: DxfEntityReaderParts): DxfEntityTemplateParts {
  reader.currentSubclass = ''
  const read: ReadEntityCodes = (template, map) => {
    const { code } = reader._reader
    if (reader.currentSubclass !== viewReferencePart && code !== 100) return reader._readInsert(template, map)
    return code < 1000 && code !== 100 && code !== 102
  }
  return reader.readEntityCodes(new CadInsertTemplate(withObjectName(new Insert(), viewReference)), read, Insert)
}

const [firstCoded, lastCoded, mirror] = [0x21, 0x9e, 0x9f]

/** The text of a body: letters are mirrored, unless the first line is one of numbers already. */
function acisText(lines: readonly string[]): Uint8Array {
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const isPlain = /^\d/.test(first)
  const bytes = Buffer.from(`${lines.join('\n')}\n`, 'latin1')
  return Uint8Array.from(bytes, (byte) => (isPlain || byte < firstCoded || byte > lastCoded ? byte : mirror - byte))
}

/** Behind the shape of a body there may be those it was made of: they do not take its place. */
function patchModelerGeometry(): void {
  const objects = DwgObjectReader.prototype as unknown as UnlistedObjectParts
  const { _readModelerGeometryData: readData } = objects
  objects._readModelerGeometryData = function (this: UnlistedObjectParts, template): void {
    const { acisData: shape } = template.cadObject
    readData.call(this, template)
    if (shape.length > 0) template.cadObject.acisData = shape
  }
}

/** A helix of a DWG is its spline, a surface its shape, a drawing view the block of its lines; what they were made by stands behind that. */
function readUnlistedKinds(): void {
  const objects = DwgObjectReader.prototype as unknown as UnlistedObjectParts
  const { _readUnlistedType: readUnlisted } = objects
  objects._readUnlistedType = function (this: UnlistedObjectParts, type: number): unknown {
    const name = this._classes.get(type)?.dxfName ?? ''
    if (bodies.has(name)) return this._readModelerGeometry(new CadEntityTemplate(withObjectName(new CadBody(), name)))
    if (name !== 'HELIX' && name !== viewReference) return readUnlisted.call(this, type)
    const template = name === 'HELIX' ? this._readSpline() : this._readInsert()
    withObjectName(template.cadObject, name)
    return template
  }
}
