import type {
  ACadVersion,
  CadDocument,
  CadHeader,
  CadObject,
  CadWipeoutBase,
  DwgReaderConfiguration,
  DwgStreamReaderBase,
  DxfClass,
  DxfClassCollection,
  Insert,
  Shape,
  SpatialFilter,
  Spline,
} from '@node-projects/acad-ts'

/** What is used of the library's private parts; its version is pinned, and `guards.test.ts` holds that they are there. */
export interface DwgReaderParts {
  _document: CadDocument
  _builder: DocumentBuilderParts | undefined
  readonly _fileHeader: DwgFileHeaderParts | undefined
  readonly configuration: DwgReaderConfiguration
  readFileHeader: () => DwgFileHeaderParts
  readHeader: () => CadHeader
  readSummaryInfo: () => CadDocument['summaryInfo']
  _readClasses: () => DxfClassCollection
  _readObjects: () => void
  _getSectionStream: (name: string) => DwgStreamReaderBase | null
}

/** The file's table of contents. */
export interface DwgFileHeaderParts {
  readonly acadVersion: ACadVersion
}

/** What gathers objects until they are joined to a document. */
export interface DocumentBuilderParts {
  readonly acdsDataRecords?: Map<number, Uint8Array>
  onNotification: unknown
  buildDocument: () => void
}

/** What reads the header variables of a DWG. */
export interface HeaderReaderParts {
  readonly _reader: { readBitLong: () => number }
  readonly _header: CadHeader
  read: (maintenance: number) => unknown
}

/** What reads one object of a DWG after the other. */
export interface ObjectReaderParts {
  readonly r2013Plus: boolean
  /** Bytes of the object that is being read. */
  readonly _size: number
  readonly _classes: ReadonlyMap<number, DxfClass>
  _readObject: (type: number) => unknown
  _readModelerGeometry: (template: unknown) => unknown
  _readCommonEntityData: (template: unknown) => void
  _readTableEntity: () => unknown
  _readInsertCommonData: (template: unknown) => void
  _readInsertCommonHandles: (template: unknown) => void
}

/** What reads the entities of a DXF. */
export interface SectionReaderParts {
  readonly _reader: { readonly code: number; readonly valueAsDouble: number }
  _readMultiLeaderLeader: (template: unknown) => unknown
  tryAssignCurrentValue: (target: unknown, map: unknown) => boolean
}

/** A picture or a wipeout of a DXF as it is put together. */
export interface ImageTemplateParts {
  readonly cadObject: CadWipeoutBase
  imgDefHandle: number | null
}

/** A clip of a block of a DXF as it is put together. */
export interface FilterTemplateParts {
  readonly cadObject: SpatialFilter
  /** The next matrix is the one from the drawing to the plane of the clip. */
  insertTransformRead: boolean
}

/** What reads the pictures and clips of a DXF. */
export interface ClipReaderParts {
  readonly _reader: {
    readonly code: number
    readonly value: unknown
    readonly valueAsDouble: number
    readonly valueAsHandle: number
  }
  _readWipeoutBase: (template: ImageTemplateParts) => boolean
  _readSpatialFilter: (template: FilterTemplateParts, map: unknown) => boolean
}

/** What puts a SHAPE together. */
export interface ShapeTemplateParts {
  readonly cadObject: Shape
  shapeFileName: string | null
  _build: (builder: unknown) => void
}

/** A stream of bits; `_position` counts bytes. */
export interface BitStreamParts {
  readonly _stream: Uint8Array
  _position: number
  advanceByte: () => void
  readByte: () => number
  readBytes: (length: number) => Uint8Array
  read2Bits: () => number
  readBit: () => boolean
}

/** A DXF reader and where it is. */
export interface DxfTextParts {
  readonly _data: Uint8Array
  readonly _bytePos?: number
  dxfCode: number
  value: unknown
  valueRaw: string
  readNext: () => void
  readStringLine: () => string
  decodeString: (bytes: Uint8Array) => string
}

/** An entity of a DXF as it is put together. */
export interface DxfEntityTemplateParts {
  readonly cadObject: CadObject
  ownerHandle: number | null
}

/** Takes the group under way; false when it is none of its own. */
export type ReadEntityCodes = (template: DxfEntityTemplateParts, map: unknown) => boolean

/** What reads entities of a DXF, whatever section they stand in. */
export interface DxfEntityReaderParts {
  readonly _reader: { readonly code: number; readonly valueAsString: string; readonly valueAsShort: number }
  readonly _builder: { tryGetTableEntry: (name: string) => { readonly handle: number } | null }
  currentSubclass: string
  readEntity: () => DxfEntityTemplateParts | null
  readEntityCodes: (template: unknown, read: ReadEntityCodes, kind: unknown) => DxfEntityTemplateParts
  readCommonEntityCodes: (template: DxfEntityTemplateParts, extended: unknown, map: unknown) => void
  _readModelerGeometry: (template: DxfEntityTemplateParts, map: unknown, subclass?: string) => boolean
  _readSpline: ReadEntityCodes
  _readInsert: ReadEntityCodes
}

/** What reads objects of a DWG whose kinds have names instead of numbers. */
export interface UnlistedObjectParts {
  readonly _classes: ReadonlyMap<number, DxfClass>
  _readUnlistedType: (type: number) => unknown
  _readSpline: () => { readonly cadObject: Spline }
  _readInsert: () => { readonly cadObject: Insert }
  _readModelerGeometry: (template: unknown) => unknown
  _readModelerGeometryData: (template: { readonly cadObject: { acisData: Uint8Array } }) => void
}
