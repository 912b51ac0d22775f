import type { ClassSchema } from '../container/class-schema.js'
import { MalformedRecordError } from '@kamar/codecs/records'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import { readTransform, type Transform } from '../graphics/shape.js'
import type { ElementHeader } from './elements.js'
import type { Pause, ProjectFile } from './project-file.js'
import { readViewer, readViewInSpace, type Viewer, type ViewInSpace } from './views-in-space.js'
import type { Quantity } from './quantities.js'
import { readParameters, getQuantity, type RawParameter } from './raw-parameters.js'

/** Content of an element's own record besides its shape. */
export interface ElementInfo {
  readonly className: string
  readonly typeId: number
  /** Symbol that provides the shape of a family instance; -1 for other elements. */
  readonly symbolId: number
  readonly levelId: number
  readonly createdPhaseId: number
  readonly demolishedPhaseId: number
  readonly hostId: number
  /** Stair that contains this part, or the part that carries it; -1 for other elements. */
  readonly parentId: number
  /** Whether it is a stacked wall, whose shape repeats those of its members. */
  readonly isStackedWall: boolean
  /** Whether it is a form of a family that cuts others. */
  readonly isVoid: boolean
  readonly parameters: readonly RawParameter[]
}

/** A type and its family. */
export interface TypeInfo {
  readonly name: string
  readonly familyId: number
  readonly className: string
  readonly parameters: readonly RawParameter[]
}

/** Appearance of a material; channels 0 to 1. */
export interface MaterialInfo {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly opacity: number
}

/** Definition of a project parameter or shared parameter. */
export interface ParameterDefinition {
  readonly name: string
  readonly quantity: Quantity
}

/** A design option and its option set. */
export interface DesignOptionInfo {
  readonly name: string
  readonly setId: number
}

/** A duct or pipe system with the ids of its elements. */
export interface SystemInfo {
  readonly name: string
  readonly members: readonly number[]
}

/** Names, groups and colours of elements. */
export class ProjectData {
  readonly elements = new Map<number, ElementInfo>()
  readonly types = new Map<number, TypeInfo>()
  readonly families = new Map<number, string>()
  readonly familyCategories = new Map<number, number>()
  readonly levels = new Map<number, { readonly name: string; readonly elevation: number }>()
  readonly phases = new Map<number, string>()
  readonly designOptions = new Map<number, DesignOptionInfo>()
  /** Primary options of the design option sets. */
  readonly primaryOptions = new Map<number, number>()
  readonly systems = new Map<number, SystemInfo>()
  /** IFC GlobalIds, by id of the element, type, system or level. */
  globalIds: ReadonlyMap<number, string> = new Map()
  /** Owners of elements, for example a stacked wall that owns its members, by id of the owned element. */
  owners: ReadonlyMap<number, number> = new Map()
  /** Workset names, by element. */
  worksets: ReadonlyMap<number, string> = new Map()
  readonly materials = new Map<number, MaterialInfo>()
  /** Category styles with their material. */
  readonly styles = new Map<number, number>()
  /** Styles that a 3D view never shows. */
  readonly hiddenStyles = new Set<number>()
  readonly definitions = new Map<number, ParameterDefinition>()
  readonly links = new Map<number, LinkInfo>()
  readonly linkInstances = new Map<number, LinkInstance>()
  /** Views by name, with Revit's word for their kind (`Plan`, `Section`, `3d`). */
  readonly views = new Map<number, { readonly name: string; readonly kind: string }>()
  /** Sheets: number and name. */
  readonly sheets = new Map<number, { readonly number: string; readonly name: string }>()
  readonly viewsInSpace = new Map<number, ViewInSpace>()
  readonly viewers = new Map<number, Viewer>()
  /** Visible elements whose own record cannot be read, with the reason. */
  readonly unreadable = new Map<number, string>()
  /** Forms of a family that are members of a combination. */
  readonly combinedForms = new Set<number>()
  /** Visible elements that cut others; their shape is the removed volume. */
  readonly openings = new Set<number>()

  /**
   * Returns the level of an element or, without one, of the element that it is part of, belongs to or is placed on; -1
   * for none.
   */
  getLevelId(id: number, depth = 0): number {
    const info = this.elements.get(id)
    if (!info || depth === maxOwnerDepth) return -1
    if (this.levels.has(info.levelId)) return info.levelId
    for (const outer of [info.parentId, this.owners.get(id) ?? -1, info.hostId]) {
      const levelId = this.getLevelId(outer, depth + 1)
      if (levelId !== -1) return levelId
    }
    return -1
  }

  /**
   * Returns whether a wall is shown by the elements it owns: a stacked wall by its members, a curtain wall by its
   * panels and mullions.
   */
  isCompositeWall(id: number): boolean {
    const info = this.elements.get(id)
    if (!info) return false
    return info.isStackedWall || (this.types.get(info.typeId)?.className.endsWith('CurtainWallType') ?? false)
  }

  /** Returns whether an element belongs to a design option other than the primary one of its set. */
  isSecondary(designOption: number): boolean {
    const setId = this.designOptions.get(designOption)?.setId ?? -1
    return designOption !== -1 && this.primaryOptions.get(setId) !== designOption
  }
}

/** Maximum depth of nested parts; elements in a file may refer to each other in a cycle. */
const maxOwnerDepth = 4

type RecordHandler = (projectData: ProjectData, id: number, root: RecordObject) => void

/** Handlers by class of a record's root or a base class of it; the first match applies. */
const handlers: readonly (readonly [string, RecordHandler])[] = [
  ['Level', readLevel],
  ['ProjectPhase', (projectData, id, root) => projectData.phases.set(id, root.text('m_name'))],
  ['DesignOption', readDesignOption],
  ['DesignOptionSet', (projectData, id, root) => projectData.primaryOptions.set(id, root.id('m_mainDesignOption'))],
  ['MaterialElem', readMaterial],
  ['GStyleElem', readStyle],
  ['ParamElem', readDefinition],
  ['RvtLinkSymbol', readLink],
  ['RvtLinkInstance', readLinkInstance],
  ['Family', readFamily],
  ['GeomCombination', readCombination],
  ['Symbol', readType],
  ['RbsSystem', readSystem],
  ['DBView', readView],
  ['Viewer3d', readViewer3d],
]

/** Reads the records of visible elements and of the elements that name them, one group at a time to limit memory. */
export async function readProjectData(
  file: ProjectFile,
  visibleElements: ReadonlyMap<number, ElementHeader>,
  pause: Pause,
): Promise<ProjectData> {
  const projectData = new ProjectData()
  const handlersByTag = new Map<number, RecordHandler | null>()
  const findHandler = (tag: number): RecordHandler | null => {
    const cached = handlersByTag.get(tag)
    if (cached !== undefined) return cached
    const handler = handlers.find(([name]) => file.schema.classOf(tag) && file.schema.isKind(tag, name))?.[1] ?? null
    handlersByTag.set(tag, handler)
    return handler
  }
  for await (const records of file.records(channel.elements, pause)) {
    for (const { id, body } of records) {
      if (body.length < 2) continue
      const isShown = visibleElements.has(id)
      if (isShown && isOpening(rootTag(body), file.schema)) projectData.openings.add(id)
      try {
        const handle = findHandler(rootTag(body))
        if (!handle && !isShown) continue
        const root = readRecord(body, file.schema, file.catalogue)
        handle?.(projectData, id, root)
        if (isShown) readElement(projectData, id, root)
        projectData.unreadable.delete(id)
      } catch (error) {
        if (!(error instanceof MalformedRecordError)) throw error
        if (isShown) projectData.unreadable.set(id, error.message)
      }
    }
  }
  return projectData
}

/**
 * Returns whether a class is a rectangular wall opening, shaft, dormer, or an opening by face or vertical; windows and
 * doors are families.
 */
const isOpening = (tag: number, schema: ClassSchema): boolean => schema.classOf(tag)?.name.endsWith('Opening') ?? false

const optionalId = (root: RecordObject, name: string): number => (root.has(name) ? root.id(name) : -1)

/** Fields in which classes store the id of their type. */
const typeFields = [
  'm_masterSymbolId',
  'm_WallAttributesId',
  'm_floorAttributesId',
  'm_roofAttributesId',
  'm_ceilingAttributesId',
  'm_idType',
  'm_typeId',
  'm_TypeId',
  'm_attrId',
  'm_attributesId',
  'm_hostObjAttrId',
  'm_symbolId',
]
/** Value in place of a stacked wall's id when a wall that is not a member is itself stacked; other walls have -1. */
const stackedWall = -2
const levelFields = ['m_assocLevelId', 'm_levelId', 'm_baseLevelId', 'm_scheduleOnlyLevelId']

const firstId = (root: RecordObject, names: readonly string[]): number => {
  for (const name of names) {
    const id = optionalId(root, name)
    if (id !== -1) return id
  }
  return -1
}

function readElement(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.elements.set(id, {
    className: root.className,
    typeId: firstId(root, typeFields),
    symbolId: readSymbolId(root),
    levelId: firstId(root, levelFields),
    createdPhaseId: optionalId(root, 'm_createdPhaseId'),
    demolishedPhaseId: optionalId(root, 'm_demolishedPhaseId'),
    hostId: optionalId(root, 'm_hostId'),
    parentId: firstId(root, ['m_stairsId', 'm_hostCompId']),
    isStackedWall: root.has('m_subWallGridIdInType') && root.number('m_subWallGridIdInType') === stackedWall,
    isVoid: root.has('m_cutting') && root.flag('m_cutting'),
    parameters: readParameters(root),
  })
}

function readSymbolId(root: RecordObject): number {
  const info = root.has('m_pInstanceInfo') ? root.target('m_pInstanceInfo') : null
  return info ? optionalId(info, 'm_symbolId') : -1
}

const symbolName = (root: RecordObject): string => root.target('m_symbolInfo')?.text('m_name') ?? ''

function readLink(projectData: ProjectData, id: number, root: RecordObject): void {
  const isShifted = root.has('m_externalTrans') && root.vector('m_externalTrans').some((shift) => shift !== 0)
  projectData.links.set(id, { name: symbolName(root), isShifted })
}

function readLinkInstance(projectData: ProjectData, id: number, root: RecordObject): void {
  const info = root.target('m_pInstanceInfo')
  if (!info) projectData.linkInstances.delete(id)
  else
    projectData.linkInstances.set(id, { linkId: info.id('m_symbolId'), transform: readTransform(info.part('m_Trf')) })
}

function readType(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.types.set(id, {
    name: symbolName(root),
    familyId: optionalId(root, 'm_familyId'),
    className: root.className,
    parameters: readParameters(root),
  })
}

function readFamily(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.families.set(id, root.text('m_name'))
  projectData.familyCategories.set(id, optionalId(root, 'm_categoryId'))
}

function readCombination(projectData: ProjectData, _: number, root: RecordObject): void {
  for (const member of root.parts('m_svMap')) projectData.combinedForms.add(member.id('first'))
}

function readDesignOption(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.designOptions.set(id, { name: root.text('m_strName'), setId: optionalId(root, 'm_DesignOptionSetId') })
}

function readSystem(projectData: ProjectData, id: number, root: RecordObject): void {
  const connectors = root.targets('m_rgSections').flatMap((section) => section.parts('m_rgSection'))
  const members = new Set(connectors.map((connector) => connector.id('m_id')))
  projectData.systems.set(id, { name: root.text('m_strName'), members: [...members] })
}

function readLevel(projectData: ProjectData, id: number, root: RecordObject): void {
  // The level of a loaded family is among the project's own.
  if (root.id('m_famId') !== -1) return
  const surface = root.target('m_pSurface')
  const elevation = surface?.has('m_origin') ? surface.vector('m_origin')[2] : 0
  projectData.levels.set(id, { name: root.text('m_text'), elevation })
}

const unpackChannel = (color: number, shift: number): number => ((color >>> shift) & 0xff) / 255

function readMaterial(projectData: ProjectData, id: number, root: RecordObject): void {
  const material = root.target('m_pMaterial')
  if (!material) return
  const color = material.number('m_color')
  const transparency = material.number('m_transparency')
  projectData.materials.set(id, {
    name: material.text('m_name'),
    color: [unpackChannel(color, 0), unpackChannel(color, 8), unpackChannel(color, 16)],
    opacity: Number.isFinite(transparency) ? 1 - Math.min(1, Math.max(0, transparency)) : 1,
  })
}

/** Category of the reference planes of walls. */
const wallReferencePlanes = -2000896

function readStyle(projectData: ProjectData, id: number, root: RecordObject): void {
  const material = root.target('m_pGStyle')?.id('m_materialElemId') ?? -1
  if (optionalId(root, 'm_categoryId') === wallReferencePlanes) projectData.hiddenStyles.add(id)
  if (material === -1) projectData.styles.delete(id)
  else projectData.styles.set(id, material)
}

function readDefinition(projectData: ProjectData, id: number, root: RecordObject): void {
  const definition = root.target('m_pParamDef')
  if (!definition?.has('m_caption')) return
  projectData.definitions.set(id, { name: definition.text('m_caption'), quantity: getQuantity(definition) })
}

function readView(projectData: ProjectData, id: number, root: RecordObject): void {
  // The latest copy counts, even when it has become a template or a sheet.
  projectData.views.delete(id)
  projectData.sheets.delete(id)
  projectData.viewsInSpace.delete(id)
  if (root.id('m_famId') !== -1 || root.flag('m_isTemplate')) return
  const name = root.text('m_viewName')
  const number = root.has('m_sheetNumber') ? root.text('m_sheetNumber') : ''
  if (number !== '') projectData.sheets.set(id, { number, name })
  // The project browser and the system browser are views without a name.
  else if (name !== '' && name !== unnamed)
    projectData.views.set(id, { name, kind: root.className.replace(/^DBView/, '') })
  if (root.className === 'DBView3d') projectData.viewsInSpace.set(id, readViewInSpace(root, name))
}

const unnamed = '???'

function readViewer3d(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.viewers.set(id, readViewer(root))
}

/** A linked model. */
export interface LinkInfo {
  readonly name: string
  /** Whether its coordinates have an unknown shift. */
  readonly isShifted: boolean
}

/** Instance of a linked model, in feet. */
export interface LinkInstance {
  readonly linkId: number
  readonly transform: Transform
}
