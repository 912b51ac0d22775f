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

/**
 * Adds entity kinds that the library lacks (bodies, surfaces, helices) and, for DXF, paper space and switched-off
 * layers.
 */
export function patchEntityKinds(): void {
  patchSignedShorts()
  patchTextSpaces()
  readKinds()
  readUnlistedKinds()
  patchModelerGeometry()
}

/** Makes the library accept negative two-byte numbers (a layer that is switched off). */
function patchSignedShorts(): void {
  Object.defineProperty(DxfStreamReaderBase.prototype, 'valueAsShort', {
    configurable: true,
    get(this: { readonly value: unknown }): number {
      return (Number(this.value) << 16) >> 16
    },
  })
}

const lineFeed = 10
/** Returns whether a group is text that keeps trailing spaces: text longer than a line continues in the next group. */
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

/** Sets the file's name of an entity where the library's class has another one. */
function withObjectName<Kind extends Entity>(entity: Kind, name: string): Kind {
  return Object.defineProperty(entity, 'objectName', { value: name })
}

/** Kinds whose shape is ACIS data and that the library does not support, or reads without it. */
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
/** Entity that inserts the block with the projected lines of a drawing view. */
const viewReference = 'ACDBVIEWREPBLOCKREFERENCE'
const viewReferencePart = 'AcDbViewRepBlockReference'

/** Reads entity kinds that the library lacks, ACIS text as a whole, and the paper space flag of entities. */
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
    // Releases 13 and 14 state no owner of entities.
    const isLoose = template?.ownerHandle === null && isEntities(this)
    if (isLoose && (isOnPaper || template.cadObject instanceof Viewport))
      template.ownerHandle = this._builder.tryGetTableEntry('*Paper_Space')?.handle ?? null
    lines = []
    return template
  }
}

/** Returns whether a reader is for the entities section; blocks state their own entities. */
const isEntities = (reader: unknown): boolean => reader instanceof DxfEntitiesSectionReader

/** Reads only the part with the shape; what follows (profiles, sweeps) is already contained in the shape. */
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

/** Decodes the text of a body: characters are mirrored, unless the first line already begins with a digit. */
function acisText(lines: readonly string[]): Uint8Array {
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const isPlain = /^\d/.test(first)
  const bytes = Buffer.from(`${lines.join('\n')}\n`, 'latin1')
  return Uint8Array.from(bytes, (byte) => (isPlain || byte < firstCoded || byte > lastCoded ? byte : mirror - byte))
}

/** Keeps the first shape of a body; the shapes it was made from may follow. */
function patchModelerGeometry(): void {
  const objects = DwgObjectReader.prototype as unknown as UnlistedObjectParts
  const { _readModelerGeometryData: readData } = objects
  objects._readModelerGeometryData = function (this: UnlistedObjectParts, template): void {
    const { acisData: shape } = template.cadObject
    readData.call(this, template)
    if (shape.length > 0) template.cadObject.acisData = shape
  }
}

/**
 * Reads a helix of a DWG as its spline, a surface as its shape, a drawing view as the block of its lines; their
 * construction data follows.
 */
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
