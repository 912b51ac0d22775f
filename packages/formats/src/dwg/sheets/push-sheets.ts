import { type ReadContext, type SheetBuilder, type SheetLayerId, throwIfCancelled, type LengthUnit } from '@kamar/core'
import { identityMatrix } from '@kamar/core/math'
import {
  type BlockRecord,
  BlockRecord as Block,
  type Entity,
  Insert,
  type Layout,
  Ray,
  Viewport,
  XLine,
} from '@node-projects/acad-ts'
import { cleanName } from '@kamar/codecs/text'
import type { OpenDrawing } from '../acad-patches/open-drawing.js'
import { drawEntity, isLight, isViewReference } from './entities/draw-entity.js'
import { listEntities } from './entities/draw-inserts.js'
import { drawEndless } from './endless.js'
import { SheetDrawing, type InsertContext, type SharedDrawing } from './drawing.js'
import { listEntityProperties } from './entity-properties.js'
import { SheetResources } from './sheet-resources.js'
import { drawViewport, computePaper } from './viewports.js'

/** Input of the sheets. */
export interface SheetsInput {
  readonly open: OpenDrawing
  readonly context: ReadContext
  readonly unit: LengthUnit
  readonly shared: SharedDrawing
  /** Reports the completed fraction of the sheets, 0 to 1. */
  readonly progress: (fraction: number) => void
}

/** Result of writing the sheets. */
export interface PushedSheets {
  readonly sheets: number
  readonly entities: number
  /** By DXF name. */
  readonly kinds: ReadonlyMap<string, number>
  readonly lights: number
  readonly broken: number
  /** Draws the deferred entities; must be called once, when the edges of all bodies are there. */
  drawWaiting(): Promise<void>
}

const atTop: InsertContext = { matrix: identityMatrix, block: null, scale: 1, depth: 0, clips: [] }
/** Entities drawn between yields to the event loop. */
const entitiesPerYield = 500

/**
 * Writes the model space, then every layout that is not empty. Where bodies are still to be tessellated
 * (`shared.waiting`), `drawWaiting` draws the rest: their edges, side views, and infinite lines, which reach the
 * extents of everything else.
 */
export async function pushSheets(input: SheetsInput): Promise<PushedSheets> {
  const work = new SheetsWork(input)
  const { document } = input.open
  const model = findBlock(document.blockRecords ?? [], Block.modelSpaceName)
  if (model) await work.pushModel(model)
  for (const { layout, block } of listLayouts(input.open)) await work.pushLayout(layout, block)
  if (!input.shared.waiting) work.finish()
  return work
}

const findBlock = (blocks: Iterable<BlockRecord>, name: string): BlockRecord | undefined => {
  for (const block of blocks) if (block.name.toLowerCase() === name.toLowerCase()) return block
  return undefined
}

/** Lists layouts in tab order. Old drawings have a paper space and no layout object. */
function listLayouts({ document }: OpenDrawing): { readonly layout: Layout | null; readonly block: BlockRecord }[] {
  const layouts = [...(document.layouts ?? [])].filter(({ isPaperSpace }) => isPaperSpace)
  const entries = layouts
    .toSorted((a, b) => a.tabOrder - b.tabOrder)
    .flatMap((layout) => (layout.associatedBlock ? [{ layout, block: layout.associatedBlock }] : []))
  if (entries.length > 0) return entries
  const paper = findBlock(document.blockRecords ?? [], Block.paperSpaceName)
  return paper ? [{ layout: null, block: paper }] : []
}

/** Returns whether a viewport is the paper itself, which is the first one. */
const isPaperView = (viewport: Viewport): boolean => viewport.representsPaper || viewport.id === 1

interface PushedModel {
  readonly sheet: SheetBuilder
  readonly resources: SheetResources
  readonly entities: readonly Entity[]
  readonly viewReferences: readonly Entity[]
}

class SheetsWork implements PushedSheets {
  readonly #input: SheetsInput
  readonly #drawings: SheetDrawing[] = []
  #model: PushedModel | null = null
  readonly kinds = new Map<string, number>()
  sheets = 0
  entities = 0
  lights = 0
  broken = 0

  constructor(input: SheetsInput) {
    this.#input = input
  }

  async pushModel(block: BlockRecord): Promise<void> {
    const { context, unit } = this.#input
    const sheet = context.scene.addSheet({
      name: 'Model',
      kind: 'model',
      millimetresPerUnit: unit.metres * 1000,
      unitName: unit.name,
      ...(this.#input.open.header.showModelSpace ? { active: true } : {}),
      ...this.#screenWeights(),
    })
    const drawing = this.#createDrawing(sheet)
    const entities = listEntities(block)
    this.#model = { sheet, resources: drawing.resources, entities, viewReferences: entities.filter(isViewReference) }
    await this.#pushEntities(drawing, block)
  }

  async pushLayout(layout: Layout | null, block: BlockRecord): Promise<void> {
    const entities = listEntities(block)
    const views = entities.filter((entity): entity is Viewport => entity instanceof Viewport)
    if (entities.every((entity) => entity instanceof Viewport && isPaperView(entity))) return
    const { millimetres, unitName, paper } = computePaper(layout)
    const { context } = this.#input
    const name = cleanName(layout?.name ?? '') || 'Paper'
    const sheet = context.scene.addSheet({
      name,
      kind: 'layout',
      millimetresPerUnit: millimetres,
      unitName,
      ...(paper ? { paper } : {}),
      ...(this.#isSavedLayout(block) ? { active: true } : {}),
      ...this.#screenWeights(),
    })
    const drawing = this.#createDrawing(sheet)
    await this.#pushEntities(drawing, block, (entity) => this.#pushView(entity, views, drawing))
  }

  /** Returns whether a block is that of the layout shown last: its name has no number. */
  #isSavedLayout(block: BlockRecord): boolean {
    const { header } = this.#input.open
    return !header.showModelSpace && block.name.toLowerCase() === Block.paperSpaceName.toLowerCase()
  }

  #screenWeights(): { readonly thinLines?: true } {
    return this.#input.open.header.displayLineWeight ? {} : { thinLines: true }
  }

  #pushView(entity: Entity, views: readonly Viewport[], drawing: SheetDrawing): void {
    if (!(entity instanceof Viewport) || isPaperView(entity) || !this.#model) return
    // Releases before 2000 do not number their viewports: the first one is the paper.
    if (views.every(({ id }) => id === 0) && views[0] === entity) return
    const { sheet: model, resources, entities, viewReferences } = this.#model
    const numbers = (of: SheetResources): SheetLayerId[] =>
      entity.frozenLayers.flatMap((layer) => {
        const number = layer ? of.layerNumber(layer.name) : null
        return number === null ? [] : [number]
      })
    const layers = { frozen: numbers(resources), ownFrozen: numbers(drawing.resources) }
    drawViewport(entity, { drawing, model, entities, viewReferences, ...layers, unit: this.#input.unit })
  }

  #createDrawing(sheet: SheetBuilder): SheetDrawing {
    this.sheets++
    const { shared, open } = this.#input
    const drawing = new SheetDrawing({
      sheet,
      resources: new SheetResources(sheet, open.document, shared.fonts),
      shared,
      drawOne: drawEntity,
    })
    this.#drawings.push(drawing)
    return drawing
  }

  async drawWaiting(): Promise<void> {
    const { context, shared } = this.#input
    const { waiting } = shared
    if (!waiting || waiting.isOver) return
    waiting.isOver = true
    for (const [number, draw] of waiting.draws.splice(0).entries()) {
      draw()
      if (number % entitiesPerYield !== 0) continue
      throwIfCancelled(context.signal)
      await context.scene.settle()
    }
    this.finish()
  }

  /** Draws infinite lines up to the final extents, and reports the number of invalid coordinates. */
  finish(): void {
    for (const drawing of this.#drawings) {
      drawEndless(drawing, atTop)
      this.broken += drawing.broken
    }
  }

  async #pushEntities(drawing: SheetDrawing, block: BlockRecord, also?: (entity: Entity) => void): Promise<void> {
    const { context, progress } = this.#input
    const entities = listEntities(block)
    for (const [number, entity] of entities.entries()) {
      this.#pushEntity(entity, drawing)
      also?.(entity)
      if (number % entitiesPerYield !== 0) continue
      throwIfCancelled(context.signal)
      progress(number / entities.length)
      await context.scene.settle()
    }
  }

  #pushEntity(entity: Entity, drawing: SheetDrawing): void {
    const type = entity.objectName
    this.kinds.set(type, (this.kinds.get(type) ?? 0) + 1)
    if (isLight(entity)) {
      this.lights++
      return
    }
    if (entity.isInvisible || isViewReference(entity) || (entity instanceof Viewport && isPaperView(entity))) return
    this.entities++
    const { context, unit } = this.#input
    const handle = entity.handle.toString(16).toUpperCase()
    const name = entity instanceof Insert && entity.block ? cleanName(entity.block.name) : ''
    const layer = drawing.resources.getLayer(entity, null)
    const id = drawing.sheet.addEntity({ handle, type, layer, ...(name ? { name } : {}) })
    drawing.current = id
    drawing.handle = handle
    const sets = tryListEntityProperties(entity, unit.name).map((set) => context.scene.addPropertySet(set))
    if (sets.length > 0) drawing.sheet.assignPropertySets(id, sets)
    if (entity instanceof Ray || entity instanceof XLine) drawing.endless.push({ entity, context: atTop, id })
    else drawing.draw(entity, atTop)
  }
}

/** Lists the properties of an entity; none for an entity of a damaged file that lacks some of its members. */
function tryListEntityProperties(entity: Entity, unit: string): ReturnType<typeof listEntityProperties> {
  try {
    return listEntityProperties(entity, unit)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return []
  }
}
