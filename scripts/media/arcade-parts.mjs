import { stepList, stepReal } from '../../packages/formats/dist/ifc/fixtures/step-writer.js'

const bay = 4000
const bays = 7
const deep = 3
const wall = 450
const length = bays * bay
const depth = deep * bay
/** The tower stands on the last two bays of the front. */
const tower = { from: (bays - 2) * bay, to: length, depth: 2 * bay }

/** Creates the helpers shared by all parts: colours, repeated shapes and product placement. */
export function createKit(building, rectangle) {
  const color = (name, rgb, transparency) => building.color(name, rgb, transparency)
  const palette = {
    basalt: color('Basalt', [0.3, 0.3, 0.32]),
    rose: color('Rose tuff', [0.8, 0.52, 0.42]),
    pale: color('Pale tuff', [0.9, 0.7, 0.58]),
    lime: color('Limestone', [0.93, 0.89, 0.81]),
    metal: color('Bronze', [0.27, 0.22, 0.19]),
    glass: color('Glass', [0.55, 0.72, 0.78], 0.55),
    wood: color('Oak', [0.55, 0.38, 0.24]),
    paving: color('Paving', [0.86, 0.83, 0.77]),
    joint: color('Basalt paving', [0.62, 0.6, 0.58]),
    leaf: color('Leaves', [0.4, 0.54, 0.33]),
    plaster: color('Plaster', [0.96, 0.94, 0.9]),
  }
  let number = 0
  const addProduct = (level, { type, name, at, axis, shape, rest }) => {
    number += 1
    const key = `${level.key} ${name} ${number}`
    const product = building.product({ class: type, key, name, parent: level.placement, at, axis, shape, rest })
    level.contained.push(product.element)
    return product.element
  }
  const block = (level, { type, name, prisms, kind }) =>
    addProduct(level, {
      type,
      name,
      at: [0, 0, 0],
      shape: building.shape(prisms.map((prism) => building.prism(prism))),
      rest: [kind ? `.${kind}.` : '$'],
    })
  return { building, palette, rectangle, addProduct, block, shapes: new Map() }
}

/** Returns a round-headed opening at the foot of a panel, counter-clockwise. */
function arch(left, right, foot, spring) {
  const radius = (right - left) / 2
  const center = (left + right) / 2
  const arc = Array.from({ length: 17 }, (_, index) => {
    const angle = (index / 16) * Math.PI
    return [center + radius * Math.cos(angle), spring + radius * Math.sin(angle)]
  })
  return [[left, foot], [right, foot], ...arc]
}

const inset = (outline, by) => {
  const xs = outline.map(([x]) => x)
  const center = (Math.min(...xs) + Math.max(...xs)) / 2
  const half = (Math.max(...xs) - Math.min(...xs)) / 2
  const low = Math.min(...outline.map(([, y]) => y))
  const high = Math.max(...outline.map(([, y]) => y))
  return outline.map(([x, y]) => [
    center + ((x - center) * (half - by)) / half,
    low + by + ((y - low) * (high - low - 2 * by)) / (high - low),
  ])
}

/** Returns one bay of a facade: the stone panel and, if there is an opening, its window; each shape is written once. */
function panelShape(kit, kind, height) {
  const cachedShape = kit.shapes.get(`${kind} ${height}`)
  if (cachedShape) return cachedShape
  const { building, palette, rectangle } = kit
  const outline = rectangle([0, 0], [bay, height])
  const holes = {
    arcade: arch(500, bay - 500, 0, 2300),
    window: rectangle([1250, 900], [bay - 1250, height - 700]),
    french: rectangle([1200, 60], [bay - 1200, height - 800]),
    round: arch(1250, bay - 1250, 900, height - 1550),
  }
  const hole = holes[kind]
  const color = { arcade: palette.basalt, round: palette.pale }[kind] ?? palette.rose
  const open = kind === 'arcade' ? [[0, 0], [500, 0], ...hole.slice(2).reverse(), [bay - 500, 0], [bay, 0]] : null
  const stone = open
    ? building.prism({ plane: 'xz', outline: [...open, [bay, height], [0, height]], from: 0, to: wall, color })
    : building.prism({ plane: 'xz', outline, hole, from: 0, to: wall, color })
  const surround = open
    ? []
    : [building.prism({ plane: 'xz', outline: inset(hole, -140), hole, from: -60, to: 40, color: palette.lime })]
  const parts = {
    map: building.representationMap([stone, ...surround]),
    window: open ? null : building.representationMap(windowItems(kit, hole)),
    size: open ? null : [bay - 2500, height - 1600],
  }
  kit.shapes.set(`${kind} ${height}`, parts)
  return parts
}

function windowItems({ building, palette, rectangle }, hole) {
  const glass = inset(hole, 80)
  const low = Math.min(...hole.map(([, y]) => y))
  const high = Math.max(...hole.map(([, y]) => y))
  const bars = [
    rectangle([bay / 2 - 35, low + 80], [bay / 2 + 35, high - 80]),
    rectangle([1330, low + (high - low) * 0.62], [bay - 1330, low + (high - low) * 0.62 + 60]),
  ]
  return [
    building.prism({ plane: 'xz', outline: hole, hole: glass, from: 210, to: 310, color: palette.metal }),
    ...bars.map((outline) => building.prism({ plane: 'xz', outline, from: 220, to: 300, color: palette.metal })),
    building.prism({ plane: 'xz', outline: glass, from: 250, to: 268, color: palette.glass }),
  ]
}

/** Sides of a block in plan: start of a bay, direction of the wall, number of bays. */
const sides = ({ from, to, depth: blockDepth }) => [
  { side: 'South', count: (to - from) / bay, at: (index) => [from + index * bay, 0, 0], axis: [1, 0] },
  { side: 'East', count: blockDepth / bay, at: (index) => [to, index * bay, 0], axis: [0, 1] },
  { side: 'North', count: (to - from) / bay, at: (index) => [to - index * bay, blockDepth, 0], axis: [-1, 0] },
  { side: 'West', count: blockDepth / bay, at: (index) => [from, blockDepth - index * bay, 0], axis: [0, -1] },
]

const kinds = { ground: 'arcade', first: 'french', second: 'window', third: 'round', tower: 'round' }

export function facades(kit, levels, parts) {
  for (const level of levels) {
    const plan = level.key === 'tower' ? tower : { from: 0, to: length, depth }
    for (const side of sides(plan)) facade(kit, { level, ...side }, parts)
    floor(kit, level, plan)
  }
}

function facade(kit, { level, side, count, at, axis }, parts) {
  for (let index = 0; index < count; index++) {
    const kind = level.key === 'ground' && side !== 'South' && side !== 'East' ? 'window' : kinds[level.key]
    const panel = panelShape(kit, kind, level.height)
    const where = { at: at(index), axis }
    const name = `${side} facade, bay ${index + 1}`
    parts.walls.push(
      kit.addProduct(level, {
        type: 'IFCWALL',
        name,
        ...where,
        shape: kit.building.mapped(panel.map),
        rest: ['.SOLIDWALL.'],
      }),
    )
    if (!panel.window) continue
    const [width, height] = panel.size.map(stepReal)
    const rest = [height, width, '.WINDOW.', '.SINGLE_PANEL.', '$']
    const shape = kit.building.mapped(panel.window)
    parts.windows.push(
      kit.addProduct(level, { type: 'IFCWINDOW', name: `Window, ${side} ${index + 1}`, ...where, shape, rest }),
    )
  }
}

function floor({ block, rectangle, palette }, level, { from, to, depth: blockDepth }) {
  const outline = rectangle([from + wall, wall], [to - wall, blockDepth - wall])
  const prisms = [{ plane: 'xy', outline, from: -350, to: 0, color: palette.plaster }]
  block(level, { type: 'IFCSLAB', name: 'Floor slab', prisms, kind: 'FLOOR' })
}

/** Shops behind the arcade: a glass front two metres back, oak doors, vault ribs. */
export function gallery({ block, rectangle, palette }, level) {
  for (let index = 0; index < bays; index++) {
    const x = index * bay
    const glazing = rectangle([x + 300, 150], [x + bay - 300, 3500])
    const frame = rectangle([x + 200, 0], [x + bay - 200, 3650])
    const extrusion = { plane: 'xz', from: 2600, to: 2700 }
    const front = [
      { ...extrusion, outline: frame, hole: glazing, color: palette.metal },
      { ...extrusion, from: 2640, to: 2660, outline: glazing, color: palette.glass },
    ]
    block(level, { type: 'IFCCURTAINWALL', name: `Shop front ${index + 1}`, prisms: front, kind: null })
    const pier = rectangle([x - 250, 2500], [x + 250, 3000])
    block(level, {
      type: 'IFCCOLUMN',
      name: `Pier ${index + 1}`,
      prisms: [{ plane: 'xy', outline: pier, from: 0, to: 4150, color: palette.pale }],
      kind: 'COLUMN',
    })
  }
  const inside = rectangle([wall, 6000], [length - wall, 6200])
  const prisms = [{ plane: 'xy', outline: inside, from: 0, to: 4150, color: palette.plaster }]
  block(level, { type: 'IFCWALL', name: 'Core wall', prisms, kind: 'SOLIDWALL' })
}

const band = ({ rectangle, palette }, plan, { out, from, to }) => ({
  plane: 'xy',
  outline: rectangle([plan.from - out, -out], [plan.to + out, plan.depth + out]),
  hole: rectangle([plan.from + wall, wall], [plan.to - wall, plan.depth - wall]),
  from,
  to,
  color: palette.lime,
})

/** String courses between storeys, the main cornice and balconies on the first floor. */
export function cornice(kit, levels) {
  const plan = { from: 0, to: length, depth }
  for (const level of levels.slice(1, 4)) {
    const prisms = [band(kit, plan, { out: 120, from: -220, to: 60 })]
    kit.block(level, { type: 'IFCMEMBER', name: 'String course', prisms, kind: 'MULLION' })
  }
  const top = levels[4]
  const crown = [band(kit, plan, { out: 420, from: -260, to: 60 }), band(kit, plan, { out: 0, from: 60, to: 700 })]
  kit.block(top, { type: 'IFCROOF', name: 'Main cornice', prisms: crown, kind: 'FLAT_ROOF' })
  const high = top.height
  const hat = [
    band(kit, tower, { out: 420, from: high, to: high + 300 }),
    band(kit, tower, { out: 0, from: high + 300, to: high + 900 }),
  ]
  kit.block(top, { type: 'IFCROOF', name: 'Tower cornice', prisms: hat, kind: 'FLAT_ROOF' })
  const cover = kit.rectangle([tower.from + wall, wall], [tower.to - wall, tower.depth - wall])
  const deck = [{ plane: 'xy', outline: cover, from: high, to: high + 250, color: kit.palette.paving }]
  kit.block(top, { type: 'IFCSLAB', name: 'Tower roof', prisms: deck, kind: 'ROOF' })
  for (let index = 0; index < bays; index += 2) balcony(kit, levels[1], index)
}

function balcony({ block, rectangle, palette }, level, index) {
  const [from, to] = [index * bay + 900, (index + 1) * bay - 900]
  const slab = { plane: 'xy', outline: rectangle([from, -1100], [to, 0]), from: -180, to: 40, color: palette.lime }
  block(level, { type: 'IFCSLAB', name: `Balcony ${index + 1}`, prisms: [slab], kind: 'FLOOR' })
  const posts = Array.from({ length: 12 }, (_, post) => from + 60 + (post * (to - from - 150)) / 11)
  const upright = (x) => ({ plane: 'xy', outline: rectangle([x, -1060], [x + 30, -1030]), from: 40, to: 1040 })
  const rail = { plane: 'xy', outline: rectangle([from + 40, -1080], [to - 40, -1010]), from: 1040, to: 1100 }
  const prisms = [rail, ...posts.map(upright)].map((prism) => ({ ...prism, color: palette.metal }))
  block(level, { type: 'IFCRAILING', name: `Balcony railing ${index + 1}`, prisms, kind: 'GUARDRAIL' })
}

/** A pergola and planters on the flat roof beside the tower. */
export function roofGarden({ block, rectangle, palette }, levels) {
  const top = levels[4]
  const cover = rectangle([wall, wall], [length - wall, depth - wall])
  const deck = [{ plane: 'xy', outline: cover, from: -300, to: -20, color: palette.joint }]
  block(top, { type: 'IFCSLAB', name: 'Roof deck', prisms: deck, kind: 'ROOF' })
  const posts = [3000, 7000, 11_000].flatMap((x) => [
    [x, 3000],
    [x, 8400],
  ])
  const columns = posts.map(([x, y]) => ({
    plane: 'xy',
    outline: rectangle([x, y], [x + 200, y + 200]),
    from: 0,
    to: 2700,
  }))
  const beams = Array.from({ length: 15 }, (_, index) => {
    const x = 2700 + index * 640
    return { plane: 'xy', outline: rectangle([x, 2500], [x + 120, 9100]), from: 2900, to: 3080 }
  })
  const rails = [3050, 8450].map((y) => ({
    plane: 'xy',
    outline: rectangle([2500, y], [12_000, y + 140]),
    from: 2700,
    to: 2900,
  }))
  const prisms = [...columns, ...rails, ...beams].map((prism) => ({ ...prism, color: palette.wood }))
  block(top, { type: 'IFCBUILDINGELEMENTPROXY', name: 'Pergola', prisms, kind: null })
  for (const [index, x] of [1200, 13_600, 16_800].entries()) {
    const box = { plane: 'xy', outline: rectangle([x, 2400], [x + 1100, 9600]), from: 0, to: 650, color: palette.lime }
    const green = {
      ...box,
      outline: rectangle([x + 120, 2520], [x + 980, 9480]),
      from: 650,
      to: 1150,
      color: palette.leaf,
    }
    block(top, { type: 'IFCFURNITURE', name: `Planter ${index + 1}`, prisms: [box, green], kind: null })
  }
}

const treePositions = [-3, 1, 5, 9, 13, 17, 21, 25, 29].map((x, index) => [
  x * 1000 + 1000,
  index % 2 ? -8200 : -12_600,
])

/** The paved square in front, with a double row of plane trees. */
export function squareAndTrees(kit, site) {
  const { block, rectangle, palette, building, addProduct } = kit
  const ground = {
    plane: 'xy',
    outline: rectangle([-5000, -15_500], [length + 5000, depth + 4000]),
    from: -500,
    to: -150,
  }
  block(site, { type: 'IFCSLAB', name: 'Square', prisms: [{ ...ground, color: palette.paving }], kind: 'PAVING' })
  const strips = Array.from({ length: 6 }, (_, index) => {
    const x = -4200 + index * 7200
    return {
      plane: 'xy',
      outline: rectangle([x, -15_500], [x + 400, -700]),
      from: -150,
      to: -140,
      color: palette.joint,
    }
  })
  block(site, { type: 'IFCSLAB', name: 'Basalt strips', prisms: strips, kind: 'PAVING' })
  const plinth = { plane: 'xy', outline: rectangle([-700, -700], [length + 700, depth + 700]), from: -150, to: 0 }
  block(site, {
    type: 'IFCFOOTING',
    name: 'Plinth',
    prisms: [{ ...plinth, color: palette.joint }],
    kind: 'PAD_FOOTING',
  })
  const trunk = { plane: 'xy', outline: rectangle([-150, -150], [150, 150]), from: -150, to: 3200, color: palette.wood }
  const map = building.representationMap(
    [building.prism(trunk), building.styled(crown(building), palette.leaf)],
    'SolidModel',
  )
  for (const [index, [x, y]] of treePositions.entries()) {
    const shape = building.mapped(map, 0.9 + (index % 3) * 0.12)
    addProduct(site, {
      type: 'IFCGEOGRAPHICELEMENT',
      name: `Plane tree ${index + 1}`,
      at: [x, y, 0],
      shape,
      rest: ['$'],
    })
  }
}

/** Returns a crown of rings, rounded as trees are in models of this scale. */
function crown(building) {
  const sidesOfCrown = 14
  const rings = [0.25, 0.7, 0.95, 1, 0.85, 0.5].map((radius, ring) => [radius * 2100, 2500 + ring * 820])
  const points = rings.flatMap(([radius, height], ring) =>
    Array.from({ length: sidesOfCrown }, (_, side) => {
      const angle = ((side + ring / 2) / sidesOfCrown) * 2 * Math.PI
      return [radius * Math.cos(angle), radius * Math.sin(angle), height]
    }),
  )
  points.push([0, 0, 2350], [0, 0, 7000])
  const faces = []
  const last = (rings.length - 1) * sidesOfCrown
  for (let side = 0; side < sidesOfCrown; side++) {
    const next = (side + 1) % sidesOfCrown
    faces.push([points.length - 2, next, side], [last + side, last + next, points.length - 1])
    for (let ring = 0; ring < last; ring += sidesOfCrown) {
      const above = ring + sidesOfCrown
      faces.push([ring + side, ring + next, above + side], [ring + next, above + next, above + side])
    }
  }
  const list = stepList(points.map((point) => stepList(point.map(stepReal))))
  const coordinates = building.step.add('IFCCARTESIANPOINTLIST3D', list)
  const coordIndex = stepList(faces.map((face) => stepList(face.map((vertexIndex) => String(vertexIndex + 1)))))
  return building.step.add('IFCTRIANGULATEDFACESET', coordinates, '$', '.T.', coordIndex, '$')
}
