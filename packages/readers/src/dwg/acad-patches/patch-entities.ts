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

/** Covers what the library takes from entities in another way than files mean it. */
export function patchEntities(): void {
  leaveAttributes()
  readTables()
  readLeaders()
  patchShapeNames()
  countStrays()
}

/** Attributes stand in files where they are seen; the library moves them once more by their insert. */
function leaveAttributes(): void {
  Insert.prototype.applyAttributeTransform = () => undefined
}

/** A table is drawn by its block; of releases up to 2007 its cells cannot be read and would throw away the table. */
function readTables(): void {
  const objects = DwgObjectReader.prototype as unknown as ObjectReaderParts
  objects._readTableEntity = function (this: ObjectReaderParts): unknown {
    const template = new CadTableEntityTemplate(new TableEntity())
    this._readInsertCommonData(template)
    this._readInsertCommonHandles(template)
    return template
  }
}

/** An entity of a DXF that says it belongs to another one, and not to a block, would throw away the whole drawing: it is counted. */
function countStrays(): void {
  Object.defineProperty(CadTemplate.prototype, 'ownedObjectsHandlers', {
    configurable: true,
    get: () => ({ add: () => currentWatch()?.readErrors.push({ kind: 'object', isEntity: true }) }),
  })
}

const symbolNames = new WeakMap<Shape, string>()

/** Name of a symbol of a DXF, which says no number; '' where it is of a DWG. */
export const getSymbolName = (shape: Shape): string => symbolNames.get(shape) ?? ''

/** A symbol of a DXF names itself; the library takes that for the name of a file. */
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

/** The ends of a leader in a DXF, which the library leaves at the origin. */
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

/** Groups 10, 20, 30: where the lines meet; 11, 21, 31: which way it goes on from there; 40: how far. */
function isOfRoot(root: LeaderRoot, { code, valueAsDouble: value }: SectionReaderParts['_reader']): boolean {
  if (code === landingLength) root.landingDistance = value
  const axis = axes[Math.floor(code / 10) - 1]
  const kind = code % 10
  if (code === landingLength || code > 31 || axis === undefined || kind > 1) return code === landingLength
  const target = kind === 0 ? root.connectionPoint : root.direction
  target[axis] = value
  return true
}

/** Tables of a DXF: they have no scale (the group of one is a cell's), and are turned by a direction. */
export function patchTables(document: CadDocument): void {
  for (const entity of allEntities(document))
    if (entity instanceof TableEntity) {
      ;[entity.xScale, entity.yScale, entity.zScale] = [1, 1, 1]
      const { x, y } = entity.horizontalDirection ?? XYZ.zero
      if (Math.hypot(x, y) > 0) entity.rotation = Math.atan2(y, x)
    }
}
