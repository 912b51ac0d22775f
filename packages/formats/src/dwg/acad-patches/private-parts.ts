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

/**
 * Private members of the library that are used; its version is pinned, and `install-patches.test.ts` checks that they
 * exist.
 */
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

/** Builder that collects objects and assembles the document. */
export interface DocumentBuilderParts {
  readonly acdsDataRecords?: Map<number, Uint8Array>
  onNotification: unknown
  buildDocument: () => void
}

/** Reader of the header variables of a DWG. */
export interface HeaderReaderParts {
  readonly _reader: { readBitLong: () => number }
  readonly _header: CadHeader
  read: (maintenance: number) => unknown
}

/** Reader of the objects of a DWG. */
export interface ObjectReaderParts {
  readonly r2013Plus: boolean
  /** Bytes of the current object. */
  readonly _size: number
  readonly _classes: ReadonlyMap<number, DxfClass>
  _readObject: (type: number) => unknown
  _readModelerGeometry: (template: unknown) => unknown
  _readCommonEntityData: (template: unknown) => void
  _readTableEntity: () => unknown
  _readInsertCommonData: (template: unknown) => void
  _readInsertCommonHandles: (template: unknown) => void
}

/** Reader of the entities of a DXF. */
export interface SectionReaderParts {
  readonly _reader: { readonly code: number; readonly valueAsDouble: number }
  _readMultiLeaderLeader: (template: unknown) => unknown
  tryAssignCurrentValue: (target: unknown, map: unknown) => boolean
}

/** An image or wipeout of a DXF under construction. */
export interface ImageTemplateParts {
  readonly cadObject: CadWipeoutBase
  imgDefHandle: number | null
}

/** A block clip of a DXF under construction. */
export interface FilterTemplateParts {
  readonly cadObject: SpatialFilter
  /** The next matrix transforms from the drawing to the plane of the clip. */
  insertTransformRead: boolean
}

/** Reader of the images and clips of a DXF. */
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

/** Builder of a SHAPE. */
export interface ShapeTemplateParts {
  readonly cadObject: Shape
  shapeFileName: string | null
  _build: (builder: unknown) => void
}

/** A bit stream; `_position` counts bytes. */
export interface BitStreamParts {
  readonly _stream: Uint8Array
  _position: number
  advanceByte: () => void
  readByte: () => number
  readBytes: (length: number) => Uint8Array
  read2Bits: () => number
  readBit: () => boolean
}

/** A DXF reader and its position. */
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

/** An entity of a DXF under construction. */
export interface DxfEntityTemplateParts {
  readonly cadObject: CadObject
  ownerHandle: number | null
}

/** Handler of the current group; returns false for a group it does not support. */
export type ReadEntityCodes = (template: DxfEntityTemplateParts, map: unknown) => boolean

/** Reader of the entities of a DXF in any section. */
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

/** Reader of DWG objects whose kinds have names instead of numbers. */
export interface UnlistedObjectParts {
  readonly _classes: ReadonlyMap<number, DxfClass>
  _readUnlistedType: (type: number) => unknown
  _readSpline: () => { readonly cadObject: Spline }
  _readInsert: () => { readonly cadObject: Insert }
  _readModelerGeometry: (template: unknown) => unknown
  _readModelerGeometryData: (template: { readonly cadObject: { acisData: Uint8Array } }) => void
}
