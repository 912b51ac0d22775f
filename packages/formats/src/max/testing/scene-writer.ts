import { container, floats, integers, record, shorts, concat, wide } from './record-writer.js'

/** A class of objects: its two numbers, its kind and its name. */
export interface WrittenClass {
  readonly first: number
  readonly second: number
  readonly kind: number
  readonly name: string
}

const defineClass = (name: string, kind: number, first: number, second = 0): WrittenClass => ({
  name,
  kind,
  first,
  second,
})

/** Classes as in 3ds Max. */
export const classes = {
  node: defineClass('Node', 1, 1),
  root: defineClass('RootNode', 1, 2),
  scene: defineClass('Scene', 0x100, 0x2222),
  layer: defineClass('Base Layer', 0x10f0, 0x7e9858fe, 0x1dba1df0),
  placement: defineClass('Position/Rotation/Scale', 0x9008, 0x2005),
  lookAt: defineClass('Look At', 0x9008, 0x2006),
  float: defineClass('Bezier Float', 0x9003, 0x2007),
  positionParts: defineClass('Position XYZ', 0x900b, 0x118f7e02, 0xffee238a),
  position: defineClass('Bezier Position', 0x900b, 0x2008),
  rotationParts: defineClass('Euler XYZ', 0x900c, 0x2012),
  rotation: defineClass('TCB Rotation', 0x900c, 0x442313),
  scaleParts: defineClass('ScaleXYZ', 0x900d, 0x118f7c01, 0xfeee238b),
  scale: defineClass('Bezier Scale', 0x900d, 0x2010),
  positionList: defineClass('Position List', 0x900b, 0x4b4b1002),
  oldParameters: defineClass('ParamBlock', 8, 8),
  parameters: defineClass('ParamBlock2', 0x82, 0x82),
  box: defineClass('Box', 0x10, 0x10),
  sphere: defineClass('Sphere', 0x10, 0x11),
  geoSphere: defineClass('GeoSphere', 0x10, 0, 0x7f9e),
  cylinder: defineClass('Cylinder', 0x10, 0x12),
  torus: defineClass('Torus', 0x10, 0x20),
  cone: defineClass('Cone', 0x10, 0xa86c23dd),
  teapot: defineClass('Teapot', 0x10, 0xacad13d3, 0xacad26d9),
  tube: defineClass('Tube', 0x10, 0x7b21),
  pyramid: defineClass('Pyramid', 0x10, 0x76bf318a, 0x4bf37b10),
  plane: defineClass('Plane', 0x10, 0x81f1dfc, 0x77566f65),
  mesh: defineClass('Editable Mesh', 0x10, 0xe44f10b3),
  poly: defineClass('Editable Poly', 0x10, 0x1bf8338d, 0x192f6098),
  boolean: defineClass('Boolean', 0x10, 0x51db4f2f, 0x1c596b1a),
  target: defineClass('Target', 0x10, 0x1020),
  spline: defineClass('Line', 0x40, 0x1040),
  dummy: defineClass('Dummy', 0x50, 0x876234),
  light: defineClass('Target Spot', 0x30, 0x1012),
  skin: defineClass('Skin', 0x810, 0x95c723, 0x15666),
  smooth: defineClass('TurboSmooth', 0x810, 0xd727b3e, 0x491d1a7c),
  xform: defineClass('XForm', 0x810, 0x25215824),
  mirror: defineClass('Mirror', 0x810, 0xef92aa7c, 0x511bbe75),
  symmetry: defineClass('Symmetry', 0x810, 0x2d7e702b, 0xbe41a6e),
  editPoly: defineClass('Edit Poly', 0x810, 0x79aa6e1d, 0x71a075b7),
  uvwMap: defineClass('UVW Map', 0x810, 0xf72b1),
  body: defineClass('MassFX RBody', 0x810, 0xa750e, 0x6e6ba),
  derived: defineClass('', 0, 0x2032),
  standard: defineClass('Standard', 0xc00, 2),
  several: defineClass('Multi/Sub-Object', 0xc00, 0x200),
  twoSided: defineClass('Double Sided', 0xc00, 0x210),
  physical: defineClass('Physical Material', 0xc00, 0x3d6b1cec, 0xdeadc001),
  arnold: defineClass('Standard Surface', 0xc00, 0x7e73161f, 0x62f74b4c),
  arnoldValue: defineClass('aiPBParameter', 0x200, 0x38e67d6e, 0x3de3000e),
  archDesign: defineClass('Arch & Design', 0xc00, 0x70b05735, 0x4a163654),
  blend: defineClass('Blend', 0xc00, 0x250),
  shader: defineClass('Blinn', 0x10b0, 0x38),
  bitmap: defineClass('Bitmap', 0xc10, 0x240),
  noise: defineClass('Noise', 0xc10, 0x234),
  mapPlacement: defineClass('Placement', 0xc20, 0x100),
} as const

/** A value of a parameter block. */
export type WrittenValue =
  | { readonly float: number }
  | { readonly floats: readonly number[] }
  | { readonly integer: number }
  | { readonly table: readonly number[] }
  | { readonly object: number }

const typeOf = (value: WrittenValue): number => {
  if ('float' in value) return 0
  if ('floats' in value) return value.floats.length === 4 ? 0x17 : 2
  if ('integer' in value) return 1
  return 'table' in value ? 0x801 : 0xf
}

function valueBytes(value: WrittenValue): Uint8Array {
  if ('float' in value) return floats(value.float)
  if ('floats' in value) return floats(...value.floats)
  if ('integer' in value) return integers(value.integer)
  if ('object' in value) return integers(value.object)
  return concat(integers(value.table.length), ...value.table.flatMap((one) => [Uint8Array.of(0x40), integers(one)]))
}

const valueHeaderBytes = 11

/** Writer of the objects of a scene, which returns their numbers. */
export class SceneBytes {
  readonly #objects: Uint8Array[] = []
  readonly #classes: WrittenClass[] = []

  /** Number of the next object. */
  get next(): number {
    return this.#objects.length
  }

  /** Adds an object with its references in index order; -1 for none. */
  add(kind: WrittenClass, references: readonly number[], ...records: readonly Uint8Array[]): number {
    const list = references.length === 0 ? [] : [record(0x2034, integers(...references))]
    return this.#push(kind, [...list, ...records])
  }

  /** Adds an object that states the indices of its references. */
  addPlaced(
    kind: WrittenClass,
    references: Readonly<Record<number, number>>,
    ...records: readonly Uint8Array[]
  ): number {
    const pairs = Object.entries(references).flatMap(([slot, object]) => [Number(slot), object])
    return this.#push(kind, [record(0x2035, integers(0, ...pairs)), ...records])
  }

  /** Adds a parameter block as releases since 3ds Max 2010 write it. */
  parameters(block: number, values: Readonly<Record<number, WrittenValue>>, ...more: readonly Uint8Array[]): number {
    const stored = Object.entries(values).map(([number, value]) =>
      record(
        0x100e,
        shorts(Number(number), typeOf(value)),
        new Uint8Array('table' in value ? valueHeaderBytes : valueHeaderBytes - 1),
        ...('table' in value ? [] : [Uint8Array.of(0x40)]),
        valueBytes(value),
      ),
    )
    const header = record(0x0009, integers(7), shorts(block, 0, 0, 0), integers(0))
    return this.add(classes.parameters, [], header, ...stored, ...more)
  }

  /** Adds a parameter block as old releases write it. */
  oldParameters(values: readonly ({ readonly float: number } | { readonly integer: number })[]): number {
    const stored = values.map((value, number) =>
      container(
        0x0002,
        record(0x0003, integers(number)),
        record(0x0004),
        'float' in value ? record(0x0100, floats(value.float)) : record(0x0101, integers(value.integer)),
      ),
    )
    return this.add(classes.oldParameters, [], record(0x0001, integers(values.length)), ...stored)
  }

  /** Adds a float controller, its records in a separate one as in newer releases. */
  float(value: number, ...keys: readonly Uint8Array[]): number {
    return this.addPlaced(classes.float, {}, container(0x7127, record(0x2501, floats(value)), ...keys), record(0x7230))
  }

  /** Adds a float controller as in older releases. */
  plainFloat(value: number): number {
    return this.addPlaced(classes.float, {}, record(0x2501, floats(value)))
  }

  /** Adds a transform of three controllers. */
  placement(position: number, rotation: number, scale: number, inheritance = 0): number {
    return this.add(classes.placement, [position, rotation, scale], record(0x7230, integers(inheritance)))
  }

  /** Adds a transform of a translation and three angles. */
  createPlacement(
    move: readonly number[],
    angles: readonly number[] = [0, 0, 0],
    factors: readonly number[] = [1, 1, 1],
  ): number {
    const position = this.add(
      classes.positionParts,
      move.map((value) => this.float(value)),
    )
    const axes = angles.map((value) => this.float(value))
    const rotation = this.add(classes.rotationParts, axes, record(0x1003, integers(0)))
    const scale = this.add(classes.scale, [], record(0x2505, floats(...factors, 0, 0, 0, 1)))
    return this.placement(position, rotation, scale)
  }

  /** Adds a node below its parent. */
  node(name: string, { parent, transform, object, material, layer, ...rest }: WrittenNode): number {
    const references = { 0: transform, 1: object, 3: material, 6: layer }
    const existing = Object.entries(references).filter(([, number]) => number !== undefined)
    return this.addPlaced(
      classes.node,
      Object.fromEntries(existing) as Record<number, number>,
      record(0x0960, integers(parent, 0)),
      record(0x0962, wide(name)),
      record(0x096a, floats(...(rest.pivot ?? [0, 0, 0]))),
      record(0x096b, floats(...(rest.pivotRotation ?? [0, 0, 0, 1]))),
      record(0x096c, floats(1, 1, 1, 0, 0, 0, 1)),
      record(0x0974, Uint8Array.of(...(rest.wire ?? [40, 80, 120]), 0)),
      record(0x0a32, integers(this.next)),
      ...(rest.text === undefined ? [] : [record(0x09ba, wide(rest.text))]),
      ...(rest.isHidden ? [record(0x0975)] : []),
    )
  }

  /** Adds the object that states the unit of a scene: its number, and a multiple of it. */
  unit(number: number, count = 1): number {
    return this.add(classes.scene, [], record(0x8520, integers(number), floats(count)))
  }

  /** Returns the streams of the objects and their classes. */
  streams(): { readonly Scene: Uint8Array; readonly ClassDirectory3: Uint8Array } {
    const directory = this.#classes.map(({ first, kind, name, second }) =>
      container(0x2040, record(0x2060, integers(-1, first, second, kind)), record(0x2042, wide(name))),
    )
    return { Scene: container(0x2023, ...this.#objects), ClassDirectory3: concat(...directory) }
  }

  #push(kind: WrittenClass, records: readonly Uint8Array[]): number {
    const existing = this.#classes.indexOf(kind)
    const number = existing >= 0 || kind === classes.derived ? existing : this.#classes.push(kind) - 1
    return this.#objects.push(container(kind === classes.derived ? kind.first : number, ...records)) - 1
  }
}

/** Properties of a node besides its name. */
export interface WrittenNode {
  readonly parent: number
  readonly transform?: number
  readonly object?: number
  readonly material?: number
  readonly layer?: number
  readonly pivot?: readonly number[]
  readonly pivotRotation?: readonly number[]
  readonly wire?: readonly number[]
  readonly text?: string
  readonly isHidden?: boolean
}
