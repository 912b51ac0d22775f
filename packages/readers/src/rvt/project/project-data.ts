import type { ClassSchema } from '../container/class-schema.js'
import { RecordFault } from '../container/faults.js'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import { readTransform } from '../graphics/shape.js'
import type { ElementHeader } from './elements.js'
import type { Pause, ProjectFile } from './project-file.js'
import type { LinkInfo, LinkInstance } from './link-positions.js'
import { readViewer, readViewInSpace, type Viewer, type ViewInSpace } from './views-in-space.js'
import type { Quantity } from './quantities.js'
import { readParameters, getQuantity, type RawParameter } from './raw-parameters.js'

/** What an element's own record says beside its shape. */
export interface ElementInfo {
  readonly className: string
  readonly typeId: number
  /** The symbol whose shape a family instance has; -1 for anything else. */
  readonly symbolId: number
  readonly levelId: number
  readonly createdPhaseId: number
  readonly demolishedPhaseId: number
  readonly hostId: number
  /** The stair that the element is a part of, or the part that carries it; -1 for anything else. */
  readonly parentId: number
  /** A stacked wall: its shape repeats those of its members. */
  readonly isStackedWall: boolean
  /** A form of a family that cuts others. */
  readonly isVoid: boolean
  readonly parameters: readonly RawParameter[]
}

/** A type with the family it belongs to. */
export interface TypeInfo {
  readonly name: string
  readonly familyId: number
  readonly className: string
  readonly parameters: readonly RawParameter[]
}

/** What a material looks like: channels 0 to 1. */
export interface MaterialInfo {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly opacity: number
}

/** Parameters that a project or a shared file of parameters defines. */
export interface ParameterDefinition {
  readonly name: string
  readonly quantity: Quantity
}

/** A design option with the set of options it belongs to. */
export interface DesignOptionInfo {
  readonly name: string
  readonly setId: number
}

/** A system of ducts or pipes, with the numbers of the elements in it. */
export interface SystemInfo {
  readonly name: string
  readonly members: readonly number[]
}

/** Everything that names, groups and colours elements. */
export class ProjectData {
  readonly elements = new Map<number, ElementInfo>()
  readonly types = new Map<number, TypeInfo>()
  readonly families = new Map<number, string>()
  readonly familyCategories = new Map<number, number>()
  readonly levels = new Map<number, { readonly name: string; readonly elevation: number }>()
  readonly phases = new Map<number, string>()
  readonly designOptions = new Map<number, DesignOptionInfo>()
  /** The primary options of the sets of design options. */
  readonly primaryOptions = new Map<number, number>()
  readonly systems = new Map<number, SystemInfo>()
  /** GlobalIds of IFC, by number of the element, type, system or level. */
  globalIds: ReadonlyMap<number, string> = new Map()
  /** The elements that own elements, as a stacked wall owns its members, by number of the owned. */
  owners: ReadonlyMap<number, number> = new Map()
  /** Names of worksets, by element. */
  worksets: ReadonlyMap<number, string> = new Map()
  readonly materials = new Map<number, MaterialInfo>()
  /** Styles of categories with their material. */
  readonly styles = new Map<number, number>()
  /** Styles of what a 3D view never shows. */
  readonly hiddenStyles = new Set<number>()
  readonly definitions = new Map<number, ParameterDefinition>()
  readonly links = new Map<number, LinkInfo>()
  readonly linkInstances = new Map<number, LinkInstance>()
  /** Views by their names, with the program's word for their kind (`Plan`, `Section`, `3d`). */
  readonly views = new Map<number, { readonly name: string; readonly kind: string }>()
  /** Sheets: number and name. */
  readonly sheets = new Map<number, { readonly number: string; readonly name: string }>()
  readonly viewsInSpace = new Map<number, ViewInSpace>()
  readonly viewers = new Map<number, Viewer>()
  /** Shown elements whose own record does not read, with what stands in the way. */
  readonly unreadable = new Map<number, string>()
  /** Forms of a family that are members of a combination. */
  readonly combinedForms = new Set<number>()
  /** Shown elements that cut others: their shape is what they take away. */
  readonly openings = new Set<number>()

  /** The level of an element or, where it has none of its own, of what it is a part of, belongs to or is placed on; -1 for none. */
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

  /** Whether a wall is shown by the elements it owns: a stacked one by its members, a curtain wall by its panels and mullions. */
  isCompositeWall(id: number): boolean {
    const info = this.elements.get(id)
    if (!info) return false
    return info.isStackedWall || (this.types.get(info.typeId)?.className.endsWith('CurtainWallType') ?? false)
  }

  /** Whether an element belongs to a design option that is not the primary one of its set. */
  isSecondary(designOption: number): boolean {
    const setId = this.designOptions.get(designOption)?.setId ?? -1
    return designOption !== -1 && this.primaryOptions.get(setId) !== designOption
  }
}

/** Parts of parts end here; a file may name elements in a circle. */
const maxOwnerDepth = 4

type RecordHandler = (projectData: ProjectData, id: number, root: RecordObject) => void

/** By the class of a record's root or one it inherits from, the first that fits. */
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

/** Reads the records of elements that are shown, and of what names them. Group by group: nothing else is kept. */
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
        if (!(error instanceof RecordFault)) throw error
        if (isShown) projectData.unreadable.set(id, error.message)
      }
    }
  }
  return projectData
}

/** Rectangular openings of walls, shafts, dormers and openings by face or vertical; windows and doors are families. */
const isOpening = (tag: number, schema: ClassSchema): boolean => schema.classOf(tag)?.name.endsWith('Opening') ?? false

const optionalId = (root: RecordObject, name: string): number => (root.has(name) ? root.id(name) : -1)

/** Where classes keep the number of their type. */
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
/** What a wall that is no member states as its place in a stacked wall, when it is one itself; other walls state -1. */
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
  // The level of a family that was loaded lies among the project's own.
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

/** The category of the planes that walls are aligned by. */
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
  // A later copy counts, also where it has become a template or a sheet.
  projectData.views.delete(id)
  projectData.sheets.delete(id)
  projectData.viewsInSpace.delete(id)
  if (root.id('m_famId') !== -1 || root.flag('m_isTemplate')) return
  const name = root.text('m_viewName')
  const number = root.has('m_sheetNumber') ? root.text('m_sheetNumber') : ''
  if (number !== '') projectData.sheets.set(id, { number, name })
  // The tree of the project and its systems are views without a name.
  else if (name !== '' && name !== nameless)
    projectData.views.set(id, { name, kind: root.className.replace(/^DBView/, '') })
  if (root.className === 'DBView3d') projectData.viewsInSpace.set(id, readViewInSpace(root, name))
}

const nameless = '???'

function readViewer3d(projectData: ProjectData, id: number, root: RecordObject): void {
  projectData.viewers.set(id, readViewer(root))
}
