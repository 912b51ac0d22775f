import type { SheetStore } from './sheet-store.js'

/** Draw level of every item of a sheet, by kind and in insertion order. */
export interface DrawLevels {
  readonly polylines: Uint32Array
  readonly fills: Uint32Array
  readonly texts: Uint32Array
  readonly images: Uint32Array
  readonly viewports: Uint32Array
  /** Number of levels. */
  readonly count: number
}

type Kind = 'polylines' | 'fills' | 'texts' | 'images' | 'viewports'

/**
 * Assigns draw levels. A level contains areas of one kind and the lines and texts over them; an area that follows lines
 * begins the next level. Drawings need few levels for many items, and within a level each kind is one draw call.
 */
export function drawLevels(sheet: SheetStore): DrawLevels {
  const levels = {
    polylines: new Uint32Array(sheet.polylines.count),
    fills: new Uint32Array(sheet.fills.length),
    texts: new Uint32Array(sheet.texts.length),
    images: new Uint32Array(sheet.images.length),
    viewports: new Uint32Array(sheet.viewports.length),
  }
  let level = 0
  let last: Kind | null = null
  for (const { kind, index } of inDrawOrder(sheet)) {
    if (kind === 'polylines' || kind === 'texts') last = 'polylines'
    else {
      if (last !== null && (last !== kind || kind === 'viewports')) level++
      last = kind
    }
    levels[kind][index] = level
  }
  return { ...levels, count: level + 1 }
}

interface Item {
  readonly kind: Kind
  readonly index: number
  readonly order: number
  readonly entity: number
  readonly push: number
}

function inDrawOrder(sheet: SheetStore): Item[] {
  const order = sheet.entities.drawOrder.view()
  const items: Item[] = []
  const add = (kind: Kind, index: number, entity: number, push: number): void => {
    items.push({ kind, index, order: order[entity], entity, push })
  }
  const { polylines } = sheet
  const [entities, pushes] = [polylines.entity.view(), polylines.push.view()]
  for (let index = 0; index < polylines.count; index++) add('polylines', index, entities[index], pushes[index])
  for (const kind of ['fills', 'texts', 'images', 'viewports'] as const)
    sheet[kind].forEach(({ entity, push }, index) => add(kind, index, entity, push))
  return items.sort((a, b) => a.order - b.order || a.entity - b.entity || a.push - b.push)
}
