import { container, floats, integers, record, concat, wide } from './record-writer.js'
import { classes, SceneBytes } from './scene-writer.js'
import { cubeCorners, cubeSides, meshRecord, polyRecord } from './shapes.js'

const identity = '00112233445566778899aabbccddeeff'

/** Creates the list of files that the pavilion references. */
export const pavilionAssets = (): Uint8Array => {
  const text = (value: string): Uint8Array => concat(integers(value.length), wide(value), new Uint8Array(2))
  const path = 'C:\\Users\\ani.petrosyan\\textures\\tuff.png'
  return concat(Uint8Array.from(Buffer.from(identity, 'hex')), text('Bitmap'), text(path), text(path))
}

/** Creates a material of one colour; `map` is the number of its texture. */
export function standard(scene: SceneBytes, name: string, color: readonly number[], more: StandardMore = {}): number {
  const { map, opacity = 1 } = more
  const shader = scene.add(classes.shader, [scene.parameters(0, { 0: { floats: [0, 0, 0] }, 1: { floats: color } })])
  const blocks = [
    scene.parameters(0, { 0: { integer: 5 }, 2: { integer: 0 } }),
    scene.parameters(1, { 1: { float: opacity } }),
    scene.parameters(3, { 0: { table: [0, map === undefined ? 0 : 1] }, 1: { table: [-1, map ?? -1] } }),
  ]
  return scene.add(classes.standard, [-1, shader, ...blocks], container(0x4000, record(0x4001, wide(name))))
}

interface StandardMore {
  readonly map?: number
  readonly opacity?: number
}

/** Creates a bitmap of the pavilion's only file, with the shape's map or tiled. */
export function bitmap(scene: SceneBytes, repeated = 1): number {
  const values = [0, 0, repeated, 1, 0, 0, 0].map((float) => ({ float }))
  const placement = scene.add(classes.mapPlacement, [scene.oldParameters(values)])
  const asset = container(0x000f, record(0x0002, Uint8Array.from(Buffer.from(identity, 'hex'))))
  return scene.add(classes.bitmap, [placement, scene.parameters(0, { 6: { integer: 0 } }, asset)])
}

const quads = cubeSides.map((vertices) => ({ vertices, group: 2, diagonals: [0, 2] }))

function addWall(scene: SceneBytes, root: number): void {
  const brick = standard(scene, 'Brick', [0.7, 0.3, 0.2], { map: bitmap(scene) })
  const glass = standard(scene, 'Glass', [0.4, 0.6, 0.8], { opacity: 0.5 })
  const block = scene.parameters(0, { 0: { table: [brick, glass] }, 3: { table: [0, 4] } })
  const several = scene.add(classes.several, [block, brick, glass])
  const vertices = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
    [0, 0, 1],
  ]
  const faces = vertices.map((_, at) => at)
  const shape = polyRecord(
    [...vertices, ...vertices.map(([x = 0, y = 0, z = 0]) => [x + 1, y, z])],
    [{ vertices: faces }, { vertices: faces.map((vertex) => vertex + 4), materialId: 4, diagonals: [1, 3] }],
    { map: { rows: vertices.map(([x = 0, , z = 0]) => [x, z, 0]), faces: [faces, faces] } },
  )
  const object = scene.add(classes.poly, [], shape)
  scene.node('Wall', { parent: root, transform: scene.createPlacement([0, 3, 0]), object, material: several })
}

function addLamp(scene: SceneBytes, root: number): void {
  const target = scene.node('Lamp.Target', {
    parent: root,
    transform: scene.createPlacement([0, 0, 0]),
    object: scene.add(classes.target, []),
  })
  const position = scene.add(classes.position, [], record(0x2503, floats(0, 0, 5)))
  const scale = scene.add(classes.scale, [], record(0x2505, floats(1, 1, 1, 0, 0, 0, 1)))
  const key = (time: number): Uint8Array => concat(integers(time, 0), floats(0, 0, 0, 0, 0))
  const keys = record(0x2525, key(0), key(4800))
  const lookAt = scene.add(classes.lookAt, [target, position, scene.float(0, keys), scale])
  const lamp = scene.node('Lamp', { parent: root, transform: lookAt, object: scene.add(classes.light, []) })
  const sizes = [{ float: 0.5 }, { float: 0 }, { float: 1 }, { integer: 1 }, { integer: 1 }, { integer: 8 }]
  const cone = scene.add(classes.cone, [scene.oldParameters([...sizes, { integer: 1 }, { integer: 0 }])])
  scene.node('Shade', { parent: lamp, transform: scene.createPlacement([0, 0, 0]), object: cone })
}

/**
 * Creates a pavilion in centimetres: a slab, a column twice (rotated, off its pivot), a roof, a wall of two materials,
 * a dome with bones, a rail with a modifier, an unsupported hole, a lamp that points down with its shade.
 */
export function pavilionScene(): SceneBytes {
  const scene = new SceneBytes()
  const root = scene.add(classes.root, [])
  const layer = scene.add(classes.layer, [], record(0x1010, Uint8Array.from(Buffer.from('Structure'))))
  const group = scene.node('Pavilion', {
    parent: root,
    transform: scene.createPlacement([100, 0, 0]),
    object: scene.add(classes.dummy, []),
  })
  const tuff = standard(scene, 'Tuff', [0.8, 0.4, 0.3])
  const sizes = [{ float: 4 }, { float: 6 }, { float: -0.5 }, { integer: 1 }, { integer: 2 }, { integer: 1 }]
  scene.node('Slab', {
    parent: group,
    transform: scene.createPlacement([0, 0, 0]),
    object: scene.add(classes.box, [scene.oldParameters(sizes)]),
    material: tuff,
    layer,
    text: 'Mark = S-1\r\nno value\r\nSource = C:\\Users\\ani.petrosyan\\slab',
  })
  const column = scene.add(classes.poly, [], polyRecord(cubeCorners(1), quads))
  for (const [name, angle] of [
    ['Column A', 0],
    ['Column B', Math.PI / 2],
  ] as const) {
    const transform = scene.createPlacement([angle, 1, 0], [0, 0, angle], [1, 1, 3])
    scene.node(name, { parent: group, transform, object: column, material: tuff, pivot: [0.5, 0, 0] })
  }
  const roof = [{ float: 6 }, { float: 4 }, { float: 2 }, { integer: 1 }, { integer: 1 }, { integer: 1 }]
  const blocks = scene.parameters(0, { ...roof })
  const physical = scene.add(
    classes.physical,
    [scene.parameters(0, { 1: { float: 0.5 }, 2: { floats: [1, 0, 0, 1] }, 30: { float: 0.25 } })],
    container(0x0100, record(0x4001, wide('Tiles'))),
  )
  const transform = scene.createPlacement([0, 0, 3])
  scene.node('Roof', { parent: group, transform, object: scene.add(classes.pyramid, [blocks]), material: physical })
  addWall(scene, group)
  const ball = [{ float: 1 }, { integer: 8 }, { integer: 1 }, { float: 0 }, { integer: 0 }, { integer: 0 }]
  const dome = scene.add(classes.sphere, [scene.parameters(0, { ...ball, 6: { integer: 1 }, 7: { integer: 0 } })])
  const bound = scene.add(classes.derived, [scene.add(classes.skin, []), dome])
  scene.node('Dome', { parent: group, transform: scene.createPlacement([0, 0, 5]), object: bound, isHidden: true })
  const rail = scene.add(
    classes.mesh,
    [],
    meshRecord(
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [{ vertices: [0, 1, 2] }],
    ),
  )
  const smoothed = scene.add(classes.derived, [scene.add(classes.smooth, []), rail])
  scene.node('Rail', { parent: group, transform: scene.createPlacement([0, 0, 0]), object: smoothed })
  const hole = scene.add(classes.boolean, [])
  scene.node('Hole', { parent: group, transform: scene.createPlacement([0, 0, 0]), object: hole })
  addLamp(scene, group)
  scene.unit(4)
  return scene
}
