import type { ClassSchema } from '../container/class-schema.js'
import { RecordFault } from '../container/faults.js'
import { channel } from '../container/partition.js'
import { readRecord, rootTag } from '../container/read-record.js'
import type { RecordObject } from '../container/record-object.js'
import { transformOf } from '../graphics/shape.js'
import type { ElementHeader } from './elements.js'
import type { Pause, ProjectFile } from './project-file.js'
import type { LinkFacts, LinkInstance } from './link-positions.js'
import { readViewer, readViewInSpace, type Viewer, type ViewInSpace } from './views-in-space.js'
import type { Quantity } from './quantities.js'
import { parametersOf, quantityOf, type RawParameter } from './raw-parameters.js'

/** What an element's own record says beside its shape. */
export interface ElementFacts {
  readonly className: string
  readonly typeId: number
  /** The symbol whose shape a family instance has; -1 for anything else. */
  readonly symbolId: number
  readonly levelId: number
  readonly createdPhaseId: number
  readonly demolishedPhaseId: number
  readonly hostId: number
  /** The stair that the element is a part of, or the part that carries it; -1 for anything else. */
  readonly wholeId: number
  /** A stacked wall: its shape repeats those of its members. */
  readonly isStackedWall: boolean
  /** A form of a family that cuts others. */
  readonly isVoid: boolean
  readonly parameters: readonly RawParameter[]
}

/** A type with the family it belongs to. */
export interface TypeFacts {
  readonly name: string
  readonly familyId: number
  readonly className: string
  readonly parameters: readonly RawParameter[]
}

/** What a material looks like: channels 0 to 1. */
export interface MaterialFacts {
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
export interface DesignOptionFacts {
  readonly name: string
  readonly setId: number
}

/** A system of ducts or pipes, with the numbers of the elements in it. */
export interface SystemFacts {
  readonly name: string
  readonly members: readonly number[]
}

/** Everything that names, groups and colours elements. */
export class ProjectFacts {
  readonly elements = new Map<number, ElementFacts>()
  readonly types = new Map<number, TypeFacts>()
  readonly families = new Map<number, string>()
  readonly familyCategories = new Map<number, number>()
  readonly levels = new Map<number, { readonly name: string; readonly elevation: number }>()
  readonly phases = new Map<number, string>()
  readonly designOptions = new Map<number, DesignOptionFacts>()
  /** The primary options of the sets of design options. */
  readonly primaryOptions = new Map<number, number>()
  readonly systems = new Map<number, SystemFacts>()
  /** GlobalIds of IFC, by number of the element, type, system or level. */
  globalIds: ReadonlyMap<number, string> = new Map()
  /** The elements that own elements, as a stacked wall owns its members, by number of the owned. */
  owners: ReadonlyMap<number, number> = new Map()
  /** Names of worksets, by element. */
  worksets: ReadonlyMap<number, string> = new Map()
  readonly materials = new Map<number, MaterialFacts>()
  /** Styles of categories with their material. */
  readonly styles = new Map<number, number>()
  /** Styles of what a 3D view never shows. */
  readonly hiddenStyles = new Set<number>()
  readonly definitions = new Map<number, ParameterDefinition>()
  readonly links = new Map<number, LinkFacts>()
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
  levelIdOf(id: number, depth = 0): number {
    const facts = this.elements.get(id)
    if (!facts || depth === maxOwnerDepth) return -1
    if (this.levels.has(facts.levelId)) return facts.levelId
    for (const outer of [facts.wholeId, this.owners.get(id) ?? -1, facts.hostId]) {
      const levelId = this.levelIdOf(outer, depth + 1)
      if (levelId !== -1) return levelId
    }
    return -1
  }

  /** Whether a wall is shown by the elements it owns: a stacked one by its members, a curtain wall by its panels and mullions. */
  isCompositeWall(id: number): boolean {
    const facts = this.elements.get(id)
    if (!facts) return false
    return facts.isStackedWall || (this.types.get(facts.typeId)?.className.endsWith('CurtainWallType') ?? false)
  }

  /** Whether an element belongs to a design option that is not the primary one of its set. */
  isSecondary(designOption: number): boolean {
    const setId = this.designOptions.get(designOption)?.setId ?? -1
    return designOption !== -1 && this.primaryOptions.get(setId) !== designOption
  }
}

/** Parts of parts end here; a file may name elements in a circle. */
const maxOwnerDepth = 4

type Take = (facts: ProjectFacts, id: number, root: RecordObject) => void

/** By the class of a record's root or one it inherits from, the first that fits. */
const takers: readonly (readonly [string, Take])[] = [
  ['Level', takeLevel],
  ['ProjectPhase', (facts, id, root) => facts.phases.set(id, root.text('m_name'))],
  ['DesignOption', takeDesignOption],
  ['DesignOptionSet', (facts, id, root) => facts.primaryOptions.set(id, root.id('m_mainDesignOption'))],
  ['MaterialElem', takeMaterial],
  ['GStyleElem', takeStyle],
  ['ParamElem', takeDefinition],
  ['RvtLinkSymbol', takeLink],
  ['RvtLinkInstance', takeLinkInstance],
  ['Family', takeFamily],
  ['GeomCombination', takeCombination],
  ['Symbol', takeType],
  ['RbsSystem', takeSystem],
  ['DBView', takeView],
  ['Viewer3d', takeViewer],
]

/** Reads the records of elements that are shown, and of what names them. Group by group: nothing else is kept. */
export async function readFacts(
  file: ProjectFile,
  shown: ReadonlyMap<number, ElementHeader>,
  pause: Pause,
): Promise<ProjectFacts> {
  const facts = new ProjectFacts()
  const takersByTag = new Map<number, Take | null>()
  const takerOf = (tag: number): Take | null => {
    const known = takersByTag.get(tag)
    if (known !== undefined) return known
    const found = takers.find(([name]) => file.schema.classOf(tag) && file.schema.isKindOf(tag, name))?.[1] ?? null
    takersByTag.set(tag, found)
    return found
  }
  for await (const records of file.records(channel.elements, pause)) {
    for (const { id, body } of records) {
      if (body.length < 2) continue
      const isShown = shown.has(id)
      if (isShown && isOpening(rootTag(body), file.schema)) facts.openings.add(id)
      try {
        const take = takerOf(rootTag(body))
        if (!take && !isShown) continue
        const root = readRecord(body, file.schema, file.catalogue)
        take?.(facts, id, root)
        if (isShown) takeElement(facts, id, root)
        facts.unreadable.delete(id)
      } catch (error) {
        if (!(error instanceof RecordFault)) throw error
        if (isShown) facts.unreadable.set(id, error.message)
      }
    }
  }
  return facts
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

function takeElement(facts: ProjectFacts, id: number, root: RecordObject): void {
  facts.elements.set(id, {
    className: root.className,
    typeId: firstId(root, typeFields),
    symbolId: symbolIdOf(root),
    levelId: firstId(root, levelFields),
    createdPhaseId: optionalId(root, 'm_createdPhaseId'),
    demolishedPhaseId: optionalId(root, 'm_demolishedPhaseId'),
    hostId: optionalId(root, 'm_hostId'),
    wholeId: firstId(root, ['m_stairsId', 'm_hostCompId']),
    isStackedWall: root.has('m_subWallGridIdInType') && root.number('m_subWallGridIdInType') === stackedWall,
    isVoid: root.has('m_cutting') && root.flag('m_cutting'),
    parameters: parametersOf(root),
  })
}

function symbolIdOf(root: RecordObject): number {
  const info = root.has('m_pInstanceInfo') ? root.target('m_pInstanceInfo') : null
  return info ? optionalId(info, 'm_symbolId') : -1
}

const symbolName = (root: RecordObject): string => root.target('m_symbolInfo')?.text('m_name') ?? ''

function takeLink(facts: ProjectFacts, id: number, root: RecordObject): void {
  const isShifted = root.has('m_externalTrans') && root.vector('m_externalTrans').some((shift) => shift !== 0)
  facts.links.set(id, { name: symbolName(root), isShifted })
}

function takeLinkInstance(facts: ProjectFacts, id: number, root: RecordObject): void {
  const info = root.target('m_pInstanceInfo')
  if (!info) facts.linkInstances.delete(id)
  else facts.linkInstances.set(id, { linkId: info.id('m_symbolId'), transform: transformOf(info.part('m_Trf')) })
}

function takeType(facts: ProjectFacts, id: number, root: RecordObject): void {
  facts.types.set(id, {
    name: symbolName(root),
    familyId: optionalId(root, 'm_familyId'),
    className: root.className,
    parameters: parametersOf(root),
  })
}

function takeFamily(facts: ProjectFacts, id: number, root: RecordObject): void {
  facts.families.set(id, root.text('m_name'))
  facts.familyCategories.set(id, optionalId(root, 'm_categoryId'))
}

function takeCombination(facts: ProjectFacts, _: number, root: RecordObject): void {
  for (const member of root.parts('m_svMap')) facts.combinedForms.add(member.id('first'))
}

function takeDesignOption(facts: ProjectFacts, id: number, root: RecordObject): void {
  facts.designOptions.set(id, { name: root.text('m_strName'), setId: optionalId(root, 'm_DesignOptionSetId') })
}

function takeSystem(facts: ProjectFacts, id: number, root: RecordObject): void {
  const connectors = root.targets('m_rgSections').flatMap((section) => section.parts('m_rgSection'))
  const members = new Set(connectors.map((connector) => connector.id('m_id')))
  facts.systems.set(id, { name: root.text('m_strName'), members: [...members] })
}

function takeLevel(facts: ProjectFacts, id: number, root: RecordObject): void {
  // The level of a family that was loaded lies among the project's own.
  if (root.id('m_famId') !== -1) return
  const surface = root.target('m_pSurface')
  const elevation = surface?.has('m_origin') ? surface.vector('m_origin')[2] : 0
  facts.levels.set(id, { name: root.text('m_text'), elevation })
}

const channelOf = (color: number, shift: number): number => ((color >>> shift) & 0xff) / 255

function takeMaterial(facts: ProjectFacts, id: number, root: RecordObject): void {
  const material = root.target('m_pMaterial')
  if (!material) return
  const color = material.number('m_color')
  const transparency = material.number('m_transparency')
  facts.materials.set(id, {
    name: material.text('m_name'),
    color: [channelOf(color, 0), channelOf(color, 8), channelOf(color, 16)],
    opacity: Number.isFinite(transparency) ? 1 - Math.min(1, Math.max(0, transparency)) : 1,
  })
}

/** The category of the planes that walls are aligned by. */
const wallReferencePlanes = -2000896

function takeStyle(facts: ProjectFacts, id: number, root: RecordObject): void {
  const material = root.target('m_pGStyle')?.id('m_materialElemId') ?? -1
  if (optionalId(root, 'm_categoryId') === wallReferencePlanes) facts.hiddenStyles.add(id)
  if (material === -1) facts.styles.delete(id)
  else facts.styles.set(id, material)
}

function takeDefinition(facts: ProjectFacts, id: number, root: RecordObject): void {
  const definition = root.target('m_pParamDef')
  if (!definition?.has('m_caption')) return
  facts.definitions.set(id, { name: definition.text('m_caption'), quantity: quantityOf(definition) })
}

function takeView(facts: ProjectFacts, id: number, root: RecordObject): void {
  // A later copy counts, also where it has become a template or a sheet.
  facts.views.delete(id)
  facts.sheets.delete(id)
  facts.viewsInSpace.delete(id)
  if (root.id('m_famId') !== -1 || root.flag('m_isTemplate')) return
  const name = root.text('m_viewName')
  const number = root.has('m_sheetNumber') ? root.text('m_sheetNumber') : ''
  if (number !== '') facts.sheets.set(id, { number, name })
  // The tree of the project and its systems are views without a name.
  else if (name !== '' && name !== nameless) facts.views.set(id, { name, kind: root.className.replace(/^DBView/, '') })
  if (root.className === 'DBView3d') facts.viewsInSpace.set(id, readViewInSpace(root, name))
}

const nameless = '???'

function takeViewer(facts: ProjectFacts, id: number, root: RecordObject): void {
  facts.viewers.set(id, readViewer(root))
}
