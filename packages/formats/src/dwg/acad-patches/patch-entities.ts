import {
  CadShapeTemplate,
  CadTableEntityTemplate,
  CadTemplate,
  DwgObjectReader,
  DxfSectionReaderBase,
  Insert,
  LeaderRoot,
  type Shape,
  TableEntity,
  XYZ,
  type CadDocument,
} from '@node-projects/acad-ts'
import type { ObjectReaderParts, SectionReaderParts, ShapeTemplateParts } from './private-parts.js'
import { currentWatch } from './read-watch.js'
import { allEntities } from './all-entities.js'

/** Patches entities that the library interprets differently from the files. */
export function patchEntities(): void {
  leaveAttributes()
  readTables()
  readLeaders()
  patchShapeNames()
  countOrphans()
}

/**
 * Keeps attributes in place: files store their final position, but the library applies the transform of their insert
 * again.
 */
function leaveAttributes(): void {
  Insert.prototype.applyAttributeTransform = () => undefined
}

/**
 * Reads a table as a block insert: its block draws it, and its cells are unreadable up to release 2007 and would
 * discard the table.
 */
function readTables(): void {
  const objects = DwgObjectReader.prototype as unknown as ObjectReaderParts
  objects._readTableEntity = function (this: ObjectReaderParts): unknown {
    const template = new CadTableEntityTemplate(new TableEntity())
    this._readInsertCommonData(template)
    this._readInsertCommonHandles(template)
    return template
  }
}

/**
 * Counts entities of a DXF that are owned by another entity instead of a block; they would discard the whole drawing.
 */
function countOrphans(): void {
  Object.defineProperty(CadTemplate.prototype, 'ownedObjectsHandlers', {
    configurable: true,
    get: () => ({ add: () => currentWatch()?.readErrors.push({ kind: 'object', isEntity: true }) }),
  })
}

const symbolNames = new WeakMap<Shape, string>()

/** Returns the name of a symbol of a DXF, which states no number; '' for symbols of a DWG. */
export const getSymbolName = (shape: Shape): string => symbolNames.get(shape) ?? ''

/** Keeps the name of a symbol of a DXF, which the library takes for a file name. */
function patchShapeNames(): void {
  const template = CadShapeTemplate.prototype as unknown as ShapeTemplateParts
  const { _build: build } = template
  template._build = function (this: ShapeTemplateParts, builder: unknown): void {
    const { shapeFileName: name } = this
    this.shapeFileName = null
    build.call(this, builder)
    if (name) symbolNames.set(this.cadObject, name)
  }
}

const axes = ['x', 'y', 'z'] as const
const landingLength = 40

/** Reads the ends of a leader in a DXF, which the library leaves at the origin. */
function readLeaders(): void {
  const sections = DxfSectionReaderBase.prototype as unknown as SectionReaderParts
  const { _readMultiLeaderLeader: readLeader } = sections
  sections._readMultiLeaderLeader = function (this: SectionReaderParts, template: unknown): unknown {
    const assign = this.tryAssignCurrentValue
    this.tryAssignCurrentValue = function (this: SectionReaderParts, target: unknown, map: unknown): boolean {
      return (target instanceof LeaderRoot && isOfRoot(target, this._reader)) || assign.call(this, target, map)
    }
    try {
      return readLeader.call(this, template)
    } finally {
      this.tryAssignCurrentValue = assign
    }
  }
}

/**
 * Reads groups 10, 20, 30: the connection point of the lines; 11, 21, 31: the direction of the landing; 40: its length.
 */
function isOfRoot(root: LeaderRoot, { code, valueAsDouble: value }: SectionReaderParts['_reader']): boolean {
  if (code === landingLength) root.landingDistance = value
  const axis = axes[Math.floor(code / 10) - 1]
  const kind = code % 10
  if (code === landingLength || code > 31 || axis === undefined || kind > 1) return code === landingLength
  const target = kind === 0 ? root.connectionPoint : root.direction
  target[axis] = value
  return true
}

/**
 * Patches tables of a DXF: they have no scale (its group belongs to a cell) and state their rotation as a direction.
 */
export function patchTables(document: CadDocument): void {
  for (const entity of allEntities(document))
    if (entity instanceof TableEntity) {
      ;[entity.xScale, entity.yScale, entity.zScale] = [1, 1, 1]
      const { x, y } = entity.horizontalDirection ?? XYZ.zero
      if (Math.hypot(x, y) > 0) entity.rotation = Math.atan2(y, x)
    }
}
