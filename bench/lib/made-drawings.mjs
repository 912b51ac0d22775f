import { fileURLToPath } from 'node:url'

// Drawings of many entities, as no sample has: rooms beside each other, deterministic to the byte.

const testing = (name) =>
  import(fileURLToPath(new URL(`../../packages/codecs/dist/dwg/testing/${name}.js`, import.meta.url)))
const { createArc, createCircle, createHatch, createInsert, createLine, createPolyline, createText, createViewport } =
  await testing('entities')
const { getLayerHandle, writeDrawing } = await testing('write-drawing')

const layerNames = ['Walls', 'Doors', 'Furniture', 'Texts', 'Axes', 'Pipes', 'Cables', 'Hatches']
const entitiesPerCell = 40
const cellSize = 60
/** One of so many entities is in another room than those before it. */
const outlierInterval = 20

/** Returns a function that gives pseudo-random numbers from 0 to 1. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const round = (value) => Math.round(value * 1000) / 1000

/** Chooses the entities of a cell by their frequency in plans. */
class PlanWriter {
  constructor(cellCount) {
    this.random = createRandom(17)
    this.cellCount = cellCount
    this.cellsPerRow = Math.ceil(Math.sqrt(cellCount))
  }

  between = (min, max) => round(min + this.random() * (max - min))

  createEntity(index) {
    const isOutlier = index % outlierInterval === 0
    const cell = isOutlier ? Math.floor(this.random() * this.cellCount) : Math.floor(index / entitiesPerCell)
    const x = (cell % this.cellsPerRow) * cellSize + this.between(0, cellSize - 12)
    const y = Math.floor(cell / this.cellsPerRow) * cellSize + this.between(0, cellSize - 12)
    const [layer, entity] = this.createShape([round(x), round(y)], index)
    return { ...entity, options: { layer: getLayerHandle(layer), color: index % 11 === 0 ? 1 + (index % 7) : 256 } }
  }

  createShape([x, y], index) {
    const { between } = this
    const kind = this.random()
    if (kind < 0.45) return [kind < 0.3 ? 0 : 5, createLine([x, y], [x + between(0, 12), y + between(0, 12)])]
    if (kind < 0.65) return [2, createPolyline(this.createRing(x, y, 3 + Math.floor(this.random() * 10)))]
    if (kind < 0.73) return [1, createArc([x, y], between(0.5, 6), [between(0, 3), between(3, 6)])]
    if (kind < 0.78) return [4, createCircle([x, y], between(0.2, 3))]
    if (kind < 0.88) return [3, createText([x, y], `Room ${index % 9973}.${index % 7}`)]
    if (kind < 0.97) return [1, createInsert([x, y])]
    return [7, createHatch(this.createRing(x, y, 5), kind < 0.98 ? 1 : undefined)]
  }

  createRing(x, y, count) {
    return Array.from({ length: count }, (_, vertex) => {
      const [angle, radius] = [(vertex / count) * 2 * Math.PI, this.between(2, 6)]
      return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
    })
  }

  *entities(count) {
    for (let index = 0; index < count; index++) yield this.createEntity(index)
  }
}

const door = [
  createLine([0, 0], [0, 9]),
  createLine([0, 9], [0.5, 9]),
  createLine([0.5, 9], [0.5, 0]),
  createArc([0, 0], 9, [0, Math.PI / 2]),
]

/** Returns the entities of a layout: frame, title and a view of a part of the model. */
const createSheet = (name, center) => [
  createViewport([420, 297], [841, 594], { center: [420, 297], height: 594 }),
  createPolyline([
    [10, 10],
    [831, 10],
    [831, 584],
    [10, 584],
  ]),
  createText([650, 20], name),
  createViewport([420, 310], [780, 500], { center, height: 5000 }),
]

/**
 * Makes a drawing.
 * @param {2000 | 2018} release
 * @param {number} entityCount of the model space
 * @returns {Uint8Array}
 */
export function makeDrawing(release, entityCount) {
  const plan = new PlanWriter(Math.ceil(entityCount / entitiesPerCell))
  const layouts = ['A1', 'A2', 'A3', 'A4'].map((name, index) => ({
    name,
    entities: createSheet(name, [2500 + 5000 * index, 2500]),
  }))
  return writeDrawing(release, plan.entities(entityCount), { doorEntities: door, layerNames, layouts })
}
