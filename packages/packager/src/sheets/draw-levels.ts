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

const kinds = ['polylines', 'fills', 'texts', 'images', 'viewports'] as const

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
  const items = listItems(sheet)
  let level = 0
  let last: (typeof kinds)[number] | null = null
  for (const item of inDrawOrder(sheet, items)) {
    const kind = kinds[items.kind[item]]
    if (kind === 'polylines' || kind === 'texts') last = 'polylines'
    else {
      if (last !== null && (last !== kind || kind === 'viewports')) level++
      last = kind
    }
    levels[kind][items.index[item]] = level
  }
  return { ...levels, count: level + 1 }
}

/** The items of a sheet by their insertion numbers, which have no gaps. */
interface Items {
  /** Number in `kinds`. */
  readonly kind: Uint8Array
  readonly index: Uint32Array
  readonly entity: Uint32Array
}

function listItems(sheet: SheetStore): Items {
  const { polylines } = sheet
  const others = [sheet.fills, sheet.texts, sheet.images, sheet.viewports]
  const count = others.reduce((sum, { length }) => sum + length, polylines.count)
  const items = { kind: new Uint8Array(count), index: new Uint32Array(count), entity: new Uint32Array(count) }
  const add = (push: number, kind: number, { index, entity }: { index: number; entity: number }): void => {
    items.kind[push] = kind
    items.index[push] = index
    items.entity[push] = entity
  }
  for (let index = 0; index < polylines.count; index++)
    add(polylines.push.at(index), 0, { index, entity: polylines.entity.at(index) })
  for (const [number, list] of others.entries()) {
    let index = 0
    for (const { entity, push } of list) add(push, number + 1, { index: index++, entity })
  }
  return items
}

/** Returns the insertion numbers in draw order, which mostly is the order of insertion. */
function inDrawOrder({ entities }: SheetStore, { entity }: Items): Uint32Array {
  const { drawOrder } = entities
  const getOrder = (item: number): number => drawOrder.get(entity[item]) ?? entity[item]
  const compare = (a: number, b: number): number => getOrder(a) - getOrder(b) || entity[a] - entity[b] || a - b
  const items = Uint32Array.from(entity.keys())
  const isSorted = items.every((item) => item === 0 || compare(item - 1, item) < 0)
  return isSorted ? items : items.sort(compare)
}
