import { DrawingWriter } from '../../packages/formats/dist/dwg/fixtures/drawing-writer.js'

/*
 * Our own drawing of the ground floor of the arcade house as a DWG, for the product's screenshots. Lengths in
 * millimetres.
 */

const bay = 4000
const bays = 7
const deep = 3
const length = bays * bay
const depth = deep * bay
const wall = 450
const half = wall / 2
/** Half of the glazed opening of a bay, which extends from 1,250 to 2,750 of 4,000. */
const opening = 750

const layerColors = {
  Walls: 7,
  Piers: 7,
  Windows: 4,
  Doors: 3,
  Grid: 8,
  Dimensions: 1,
  Rooms: 142,
  Furniture: 9,
  Frame: 7,
}

const door = 'DOOR 1000'
const thick = (pen, layer, [from, to], width) => pen.path(layer, [from, to], { width })
const centred = (pen, layer, value, textOptions) => pen.text(layer, value, { ...textOptions, isCentred: true })

/** Draws a wall with a window in every bay, along x or along y. */
function windowWall(pen, at, count, isUpright) {
  const toPoint = (along, across) => (isUpright ? [across, along] : [along, across])
  for (let index = 0; index < count; index++) {
    const center = index * bay + bay / 2
    thick(pen, 'Walls', [toPoint(index * bay, at), toPoint(center - opening, at)], wall)
    thick(pen, 'Walls', [toPoint(center + opening, at), toPoint((index + 1) * bay, at)], wall)
    for (const shift of [-half, -30, 30, half])
      pen.line('Windows', toPoint(center - opening, at + shift), toPoint(center + opening, at + shift))
  }
}

/** Draws the two open sides: piers between the arches, and the arches above as dashed lines of the plan. */
function arcade(pen) {
  const halfWidth = 500
  for (let index = 0; index <= bays; index++) {
    const x = Math.min(length - wall, Math.max(0, index * bay - halfWidth))
    const end = Math.min(length, index * bay + halfWidth)
    thick(
      pen,
      'Piers',
      [
        [x, half],
        [end, half],
      ],
      wall,
    )
  }
  for (let index = 1; index <= deep; index++) {
    const low = index * bay - halfWidth
    thick(
      pen,
      'Piers',
      [
        [length - half, low],
        [length - half, Math.min(depth, index * bay + halfWidth)],
      ],
      wall,
    )
  }
  pen.rectangle('Grid', [wall, wall, length - wall, bay - half])
}

function doorBlock(pen) {
  pen.block(door, () => {
    pen.line('Doors', [0, 0], [0, 1000])
    pen.quarter('Doors', 1000)
  })
}

/** Draws the rooms behind the gallery: cross walls with a door each to the gallery. */
function drawInterior(pen) {
  const inner = bay
  const names = [
    ['Bakery', 'Հացատուն', 0, 2],
    ['Stairs', 'Աստիճաններ', 2, 3],
    ['Bookshop', 'Գրախանութ', 3, 5],
    ['Café', 'Սրճարան', 5, 7],
  ]
  let number = 100
  for (const [name, armenian, from, to] of names) {
    number += 1
    const center = ((from + to) / 2) * bay
    const right = to === bays ? length - half : to * bay
    const left = from === 0 ? half : from * bay
    thick(
      pen,
      'Walls',
      [
        [left, inner],
        [center - 500, inner],
      ],
      250,
    )
    thick(
      pen,
      'Walls',
      [
        [center + 500, inner],
        [right, inner],
      ],
      250,
    )
    pen.insert('Doors', door, [center - 500, inner])
    if (to < bays)
      thick(
        pen,
        'Walls',
        [
          [right, inner],
          [right, depth - wall],
        ],
        250,
      )
    const y = inner + (depth - inner) / 2
    const area = (((right - left - 250) * (depth - wall - inner - 125)) / 1e6).toFixed(1)
    centred(pen, 'Rooms', `${number}  ${name}`, { at: [center, y + 450], height: 360 })
    centred(pen, 'Rooms', armenian, { at: [center, y - 150], height: 300 })
    centred(pen, 'Rooms', `${area} m2`, { at: [center, y - 700], height: 260 })
  }
  centred(pen, 'Rooms', 'Gallery', { at: [length / 2, bay / 2 + 250], height: 360 })
  centred(pen, 'Rooms', 'Սյունասրահ', { at: [length / 2, bay / 2 - 350], height: 300 })
}

function stairs(pen) {
  const left = 2 * bay + 1100
  for (let step = 0; step < 14; step++) {
    const y = depth - wall - 300 * step - 300
    if (y < depth - 4000 || y > depth - 1200) pen.line('Furniture', [left, y], [left + 1800, y])
  }
}

function tables(pen, isRevised) {
  const tablePositions = [
    [21_500, 10_200],
    [21_500, 5600],
    [26_200, 10_200],
    [26_200, 5600],
    [23_900, 10_200],
    [23_900, 5600],
  ]
  for (const [x, y] of isRevised ? tablePositions.slice(0, 4) : tablePositions) {
    for (const [radius, shiftX, shiftY] of [
      [450, 0, 0],
      [200, 720, 0],
      [200, -720, 0],
      [200, 0, 720],
      [200, 0, -720],
    ]) {
      pen.circle('Furniture', [x + shiftX, y + shiftY], radius)
    }
  }
}

function axis(pen, name, from, to) {
  pen.line('Grid', from, to)
  pen.circle('Grid', to, 450)
  centred(pen, 'Grid', name, { at: to, height: 420 })
}

function gridAndDimensions(pen) {
  for (let index = 0; index <= bays; index++)
    axis(pen, String(index + 1), [index * bay, -1200], [index * bay, depth + 2400])
  for (let index = 0; index <= deep; index++)
    axis(pen, 'ABCD'[index], [length + 1200, index * bay], [-2400, index * bay])
  const row = depth + 1200
  pen.line('Dimensions', [0, row], [length, row])
  for (let index = 0; index <= bays; index++)
    pen.line('Dimensions', [index * bay - 120, row - 120], [index * bay + 120, row + 120])
  for (let index = 0; index < bays; index++)
    centred(pen, 'Dimensions', String(bay), { at: [index * bay + bay / 2, row + 260], height: 260 })
  const side = -1200
  pen.line('Dimensions', [side, 0], [side, depth])
  for (let index = 0; index <= deep; index++)
    pen.line('Dimensions', [side - 120, index * bay - 120], [side + 120, index * bay + 120])
  for (let index = 0; index < deep; index++)
    centred(pen, 'Dimensions', String(bay), { at: [side - 260, index * bay + bay / 2], height: 260, isUpright: true })
}

function frame(pen, isRevised) {
  pen.rectangle('Frame', [-4200, -6000, length + 3200, depth + 4200])
  pen.line('Frame', [-4200, -2600], [length + 3200, -2600])
  pen.text('Frame', 'Arcade House, Abovyan Street', { at: [-3600, -3700], height: 620 })
  pen.text('Frame', 'Առաջին հարկի հատակագիծ', { at: [-3600, -4800], height: 520 })
  pen.text('Frame', 'Ground floor plan  1:100', { at: [18_400, -3700], height: 520 })
  pen.text('Frame', isRevised ? 'A-101  Revision B' : 'A-101  Tender', { at: [18_400, -4800], height: 520 })
}

/** Returns the drawing as a DWG of release 2004; revised, with two tables fewer and another title. */
export function arcadeDrawingFile({ isRevised = false } = {}) {
  const pen = new DrawingWriter('2004', layerColors)
  doorBlock(pen)
  arcade(pen)
  windowWall(pen, depth - half, bays, false)
  windowWall(pen, half, deep, true)
  drawInterior(pen)
  stairs(pen)
  gridAndDimensions(pen)
  frame(pen, isRevised)
  // Last, so that a removed table does not change the other handles.
  tables(pen, isRevised)
  return pen.file()
}
