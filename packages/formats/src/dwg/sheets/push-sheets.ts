import { type ReadContext, type SheetBuilder, type SheetLayerId, throwIfCancelled, type LengthUnit } from '@kamar/core'
import { identityMatrix } from '@kamar/core/math'
import type { Block, Drawing, Entity, Layout } from '@kamar/codecs/drawing'
import { cleanName } from '@kamar/codecs/text'
import { findModelSpace } from '../joined-drawing.js'
import { drawEntity, isLight, isViewReference } from './entities/draw-entity.js'
import { isInsert } from './entities/draw-inserts.js'
import { visitEntities } from '../visit-entities.js'
import { drawEndless } from './endless.js'
import { SheetDrawing, type InsertContext, type SharedDrawing } from './drawing.js'
import { listEntityProperties } from './entity-properties.js'
import { SheetResources } from './sheet-resources.js'
import { drawViewport, computePaper } from './viewports.js'

/** Input of the sheets. */
export interface SheetsInput {
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
/** Sheets are shown when this many entities of one are drawn, if it has several times as many. */
const firstPublishedCount = 50_000
const minPublishedCount = 4 * firstPublishedCount
/** Deferred entities drawn between two yields to the event loop, and entities between two reports of progress. */
const drawsPerYield = 500
const entitiesPerReport = 500

/**
 * Writes the model space, then every layout that is not empty. Where bodies are still to be tessellated
 * (`shared.waiting`), `drawWaiting` draws the rest: their edges, side views, and infinite lines, which reach the
 * extents of everything else.
 */
export async function pushSheets(input: SheetsInput): Promise<PushedSheets> {
  const work = new SheetsWork(input)
  const { main } = input.shared.source
  const model = findModelSpace(main)
  if (model) await work.pushModel(model)
  for (const { layout, block } of listLayouts(main)) await work.pushLayout(layout, block)
  if (!input.shared.waiting) work.finish()
  return work
}

const paperSpaceName = '*paper_space'

/** Returns whether a block is that of the layout shown last: its name has no number. */
const isActivePaper = ({ name }: Block): boolean => name.toLowerCase() === paperSpaceName

/** Lists layouts in tab order. Old drawings have a paper space and no layout object. */
function listLayouts({ blocks, layouts }: Drawing): { readonly layout: Layout | null; readonly block: Block }[] {
  const model = findModelSpace({ blocks })
  const entries = layouts
    .toSorted((a, b) => a.tabOrder - b.tabOrder)
    .flatMap((layout) => {
      const block = blocks.find(({ handle }) => handle === layout.blockHandle)
      return block && block !== model ? [{ layout, block }] : []
    })
  if (entries.length > 0) return entries
  const paper = blocks.find(isActivePaper)
  return paper ? [{ layout: null, block: paper }] : []
}

interface PushedModel {
  readonly sheet: SheetBuilder
  readonly resources: SheetResources
  readonly block: Block
  readonly viewReferences: Entity[]
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

  async pushModel(block: Block): Promise<void> {
    const { context, unit } = this.#input
    const sheet = context.scene.addSheet({
      name: 'Model',
      kind: 'model',
      millimetresPerUnit: unit.metres * 1000,
      unitName: unit.name,
      ...(this.#variables.isModelSpaceActive ? { active: true } : {}),
      ...this.#screenWeights(),
    })
    const drawing = this.#createDrawing(sheet)
    const viewReferences: Entity[] = []
    this.#model = { sheet, resources: drawing.resources, block, viewReferences }
    await this.#pushEntities(drawing, block, (entity) => {
      if (isViewReference(entity)) viewReferences.push(entity)
    })
  }

  async pushLayout(layout: Layout | null, block: Block): Promise<void> {
    if (this.#isEmpty(block)) return
    const { millimetres, unitName, paper } = computePaper(layout)
    const { context } = this.#input
    const name = cleanName(layout?.name ?? '') || 'Paper'
    const sheet = context.scene.addSheet({
      name,
      kind: 'layout',
      millimetresPerUnit: millimetres,
      unitName,
      ...(paper ? { paper } : {}),
      ...(!this.#variables.isModelSpaceActive && isActivePaper(block) ? { active: true } : {}),
      ...this.#screenWeights(),
    })
    const drawing = this.#createDrawing(sheet)
    await this.#pushEntities(drawing, block, (entity) => this.#pushView(entity, drawing))
  }

  get #variables(): Drawing['variables'] {
    return this.#input.shared.source.main.variables
  }

  /** Returns whether a layout shows only the paper itself. */
  #isEmpty(block: Block): boolean {
    for (const entity of this.#input.shared.source.entities(block)) if (!isPaper(entity)) return false
    return true
  }

  #screenWeights(): { readonly thinLines?: true } {
    return this.#variables.displaysLineWeights ? {} : { thinLines: true }
  }

  #pushView(entity: Entity, drawing: SheetDrawing): void {
    if (entity.kind !== 'viewport' || entity.isPaper || !this.#model) return
    const { sheet: model, resources, block, viewReferences } = this.#model
    const readEntities = (): Iterable<Entity> => this.#input.shared.source.entities(block)
    const numbers = (of: SheetResources): SheetLayerId[] =>
      entity.frozenLayers.flatMap((layer) => {
        const number = of.layerNumber(layer.name)
        return number === null ? [] : [number]
      })
    const layers = { frozen: numbers(resources), ownFrozen: numbers(drawing.resources) }
    drawViewport(entity, { drawing, model, readEntities, viewReferences, ...layers, unit: this.#input.unit })
  }

  #createDrawing(sheet: SheetBuilder): SheetDrawing {
    this.sheets++
    const { shared } = this.#input
    const drawing = new SheetDrawing({
      sheet,
      resources: new SheetResources(sheet, shared.source.main, shared.fonts),
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
      if (number % drawsPerYield !== 0) continue
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

  async #pushEntities(drawing: SheetDrawing, block: Block, also: (entity: Entity) => void): Promise<void> {
    const { context, progress, shared } = this.#input
    const count = shared.source.countEntities(block)
    await visitEntities(shared.source.entities(block), context, (entity, number) => {
      this.#pushEntity(entity, drawing)
      also(entity)
      if (number % entitiesPerReport === 0) progress(Math.min(1, number / count))
      return number === firstPublishedCount && count >= minPublishedCount ? context.scene.publishSheets() : undefined
    })
  }

  #pushEntity(entity: Entity, drawing: SheetDrawing): void {
    const type = entity.name
    this.kinds.set(type, (this.kinds.get(type) ?? 0) + 1)
    if (isLight(entity)) {
      this.lights++
      return
    }
    if (entity.isInvisible || isViewReference(entity) || isPaper(entity)) return
    this.entities++
    const { context, unit } = this.#input
    const handle = entity.handle.toString(16).toUpperCase()
    const name = isInsert(entity) && entity.block ? cleanName(entity.block.name) : ''
    const layer = drawing.resources.getLayer(entity, null)
    const id = drawing.sheet.addEntity({ handle, type, layer, ...(name ? { name } : {}) })
    drawing.current = id
    drawing.handle = handle
    const sets = tryListEntityProperties(entity, unit.name).map((set) => context.scene.addPropertySet(set))
    if (sets.length > 0) drawing.sheet.assignPropertySets(id, sets)
    if (entity.kind === 'ray' || entity.kind === 'xline') drawing.endless.push({ entity, context: atTop, id })
    else drawing.draw(entity, atTop)
  }
}

/** Returns whether an entity is the viewport that is the paper itself. */
const isPaper = (entity: Entity): boolean => entity.kind === 'viewport' && entity.isPaper

/** Lists the properties of an entity; none where a damaged file states more than an array can hold. */
function tryListEntityProperties(entity: Entity, unit: string): ReturnType<typeof listEntityProperties> {
  try {
    return listEntityProperties(entity, unit)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return []
  }
}
