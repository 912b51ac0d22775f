import {
  ACadVersion,
  Arc,
  BlockRecord,
  CadDocument,
  Circle,
  Color,
  DwgWriter,
  Insert,
  Layer,
  Line,
  LwPolyline,
  TextEntity,
  TextHorizontalAlignment,
  TextVerticalAlignmentType,
  UnitsType,
  XY,
  XYZ,
} from '@node-projects/acad-ts'

/* The ground floor of the arcade house as a DWG, of our own making, for the pictures of the product. Lengths in millimetres. */

const bay = 4000
const bays = 7
const deep = 3
const length = bays * bay
const depth = deep * bay
const wall = 450
const half = wall / 2
/** Half of the glazed opening of a bay: it reaches from 1,250 to 2,750 of 4,000. */
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

/** Writes escapes for the letters that the code page of the file has not. */
const escaped = (text) =>
  [...text]
    .map((letter) =>
      letter.codePointAt(0) < 128 ? letter : `\\U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    .join('')

function createPen(space, layers) {
  const add = (layer, entity) => {
    entity.layer = layers.get(layer)
    space.add(entity)
  }
  const path = (layer, points, { closed = false, width = 0 } = {}) => {
    const line = new LwPolyline(points.map(([x, y]) => new XY(x, y)))
    line.isClosed = closed
    line.constantWidth = width
    add(layer, line)
  }
  const text = (layer, value, { at: [x, y], height, centred = true, turned = false }) => {
    const word = new TextEntity(escaped(value))
    word.height = height
    word.insertPoint = new XYZ(x, y, 0)
    word.rotation = turned ? Math.PI / 2 : 0
    if (centred) {
      word.horizontalAlignment = TextHorizontalAlignment.Center
      word.verticalAlignment = TextVerticalAlignmentType.Middle
      word.alignmentPoint = new XYZ(x, y, 0)
    }
    add(layer, word)
  }
  const line = (layer, [x, y], [toX, toY]) => add(layer, new Line(new XYZ(x, y, 0), new XYZ(toX, toY, 0)))
  const rectangle = (layer, [left, bottom, right, top]) =>
    path(
      layer,
      [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
      ],
      { closed: true },
    )
  return { add, path, text, line, rectangle }
}

/** A wall with a window in every bay, along x or along y. */
function windowWall({ path, line }, at, count, isUpright) {
  const turn = (along, across) => (isUpright ? [across, along] : [along, across])
  for (let index = 0; index < count; index++) {
    const middle = index * bay + bay / 2
    const thick = { width: wall }
    path('Walls', [turn(index * bay, at), turn(middle - opening, at)], thick)
    path('Walls', [turn(middle + opening, at), turn((index + 1) * bay, at)], thick)
    for (const shift of [-half, -30, 30, half])
      line('Windows', turn(middle - opening, at + shift), turn(middle + opening, at + shift))
  }
}

/** The two open sides: piers between the arches, and the arches above as dashes of the plan. */
function arcade({ path, rectangle }) {
  const reach = 500
  for (let index = 0; index <= bays; index++) {
    const x = Math.min(length - wall, Math.max(0, index * bay - reach))
    const end = Math.min(length, index * bay + reach)
    path(
      'Piers',
      [
        [x, half],
        [end, half],
      ],
      { width: wall },
    )
  }
  for (let index = 1; index <= deep; index++) {
    const low = index * bay - reach
    path(
      'Piers',
      [
        [length - half, low],
        [length - half, Math.min(depth, index * bay + reach)],
      ],
      { width: wall },
    )
  }
  rectangle('Grid', [wall, wall, length - wall, bay - half])
}

function doorBlock(document, layers) {
  const door = new BlockRecord('DOOR 1000')
  document.blockRecords?.add(door)
  const leaf = new LwPolyline([new XY(0, 0), new XY(0, 1000)])
  const swing = new Arc()
  swing.radius = 1000
  swing.startAngle = 0
  swing.endAngle = Math.PI / 2
  for (const part of [leaf, swing]) {
    part.layer = layers.get('Doors')
    door.entities.add(part)
  }
  return door
}

/** Rooms behind the gallery: cross walls with a door each to the gallery. */
function rooms(pen, door) {
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
    const middle = ((from + to) / 2) * bay
    const right = to === bays ? length - half : to * bay
    const left = from === 0 ? half : from * bay
    pen.path(
      'Walls',
      [
        [left, inner],
        [middle - 500, inner],
      ],
      { width: 250 },
    )
    pen.path(
      'Walls',
      [
        [middle + 500, inner],
        [right, inner],
      ],
      { width: 250 },
    )
    const leaf = new Insert(door)
    leaf.insertPoint = new XYZ(middle - 500, inner, 0)
    pen.add('Doors', leaf)
    if (to < bays)
      pen.path(
        'Walls',
        [
          [right, inner],
          [right, depth - wall],
        ],
        { width: 250 },
      )
    const y = inner + (depth - inner) / 2
    const area = (((right - left - 250) * (depth - wall - inner - 125)) / 1e6).toFixed(1)
    pen.text('Rooms', `${number}  ${name}`, { at: [middle, y + 450], height: 360 })
    pen.text('Rooms', armenian, { at: [middle, y - 150], height: 300 })
    pen.text('Rooms', `${area} m2`, { at: [middle, y - 700], height: 260 })
  }
  pen.text('Rooms', 'Gallery', { at: [length / 2, bay / 2 + 250], height: 360 })
  pen.text('Rooms', 'Սյունասրահ', { at: [length / 2, bay / 2 - 350], height: 300 })
}

function stairs({ line }) {
  const left = 2 * bay + 1100
  for (let step = 0; step < 14; step++) {
    const y = depth - wall - 300 * step - 300
    if (y < depth - 4000 || y > depth - 1200) line('Furniture', [left, y], [left + 1800, y])
  }
}

function tables({ add }) {
  for (const [x, y] of [
    [21_500, 10_200],
    [21_500, 5600],
    [26_200, 10_200],
    [26_200, 5600],
    [23_900, 10_200],
    [23_900, 5600],
  ]) {
    for (const [radius, shiftX, shiftY] of [
      [450, 0, 0],
      [200, 720, 0],
      [200, -720, 0],
      [200, 0, 720],
      [200, 0, -720],
    ]) {
      const round = new Circle()
      round.center = new XYZ(x + shiftX, y + shiftY, 0)
      round.radius = radius
      add('Furniture', round)
    }
  }
}

function axis({ add, line, text }, name, [x, y], [toX, toY]) {
  line('Grid', [x, y], [toX, toY])
  const bubble = new Circle()
  bubble.radius = 450
  bubble.center = new XYZ(toX, toY, 0)
  add('Grid', bubble)
  text('Grid', name, { at: [toX, toY], height: 420 })
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
    pen.text('Dimensions', String(bay), { at: [index * bay + bay / 2, row + 260], height: 260 })
  const side = -1200
  pen.line('Dimensions', [side, 0], [side, depth])
  for (let index = 0; index <= deep; index++)
    pen.line('Dimensions', [side - 120, index * bay - 120], [side + 120, index * bay + 120])
  for (let index = 0; index < deep; index++)
    pen.text('Dimensions', String(bay), { at: [side - 260, index * bay + bay / 2], height: 260, turned: true })
}

function frame({ rectangle, line, text }) {
  rectangle('Frame', [-4200, -6000, length + 3200, depth + 4200])
  line('Frame', [-4200, -2600], [length + 3200, -2600])
  text('Frame', 'Arcade House, Abovyan Street', { at: [-3600, -3700], height: 620, centred: false })
  text('Frame', 'Առաջին հարկի հատակագիծ', { at: [-3600, -4800], height: 520, centred: false })
  text('Frame', 'Ground floor plan  1:100', { at: [18_400, -3700], height: 520, centred: false })
  text('Frame', 'A-101  Tender', { at: [18_400, -4800], height: 520, centred: false })
}

/** The drawing as a DWG of release 2004. */
export function arcadeDrawingFile() {
  const document = new CadDocument(ACadVersion.AC1018)
  document.header.insUnits = UnitsType.Millimeters
  const layers = new Map(
    Object.entries(layerColors).map(([name, color]) => {
      const layer = new Layer(name)
      layer.color = new Color(color)
      document.layers.add(layer)
      return [name, layer]
    }),
  )
  const pen = createPen(document.modelSpace.entities, layers)
  const door = doorBlock(document, layers)
  arcade(pen)
  windowWall(pen, depth - half, bays, false)
  windowWall(pen, half, deep, true)
  rooms(pen, door)
  stairs(pen)
  tables(pen)
  gridAndDimensions(pen)
  frame(pen)
  return DwgWriter.writeToBuffer(document)
}
