import { container, floats, integerRows, integers, lists, record, rows, shorts, concat } from './record-writer.js'

/** A face of an editable mesh. */
export interface WrittenFace {
  readonly vertices: readonly [number, number, number]
  readonly group?: number
  readonly materialId?: number
}

/** Data of an editable mesh besides its faces. */
export interface WrittenExtras {
  /** Rows and faces of the first map. */
  readonly map?: { readonly rows: readonly (readonly number[])[]; readonly faces: readonly (readonly number[])[] }
  /** Explicit normals and, per face, their indices for its corners. */
  readonly normals?: { readonly rows: readonly (readonly number[])[]; readonly faces: readonly (readonly number[])[] }
}

type Rows = readonly (readonly number[])[]

const setNormals = (id: number, { normals }: WrittenExtras, isPolygon: boolean): Uint8Array[] => {
  if (normals === undefined) return []
  const faces = normals.faces.flatMap((face, number) => [
    record(0x0124, integers(number)),
    container(0x0128, record(0x0200, isPolygon ? lists([face]) : integers(...face))),
  ])
  return [container(id, record(0x0100, integers(11)), record(0x0110, rows(normals.rows)), ...faces)]
}

/** Creates the record of an editable mesh's shape. */
export function meshRecord(positions: Rows, faces: readonly WrittenFace[], extras: WrittenExtras = {}): Uint8Array {
  const stored = faces.map(({ vertices, group = 0, materialId = 0 }) =>
    concat(integers(...vertices, group), shorts(7, materialId)),
  )
  const { map } = extras
  return container(
    0x08fe,
    record(0x0914, rows(positions)),
    record(0x0912, integers(faces.length), ...stored),
    ...(map === undefined
      ? []
      : [
          record(0x0959, integers(0)),
          record(0x2394, rows([[9, 9, 9]])),
          record(0x0959, integers(1)),
          record(0x2394, rows(map.rows)),
          record(0x2396, integerRows(map.faces)),
        ]),
    ...setNormals(0x23a0, extras, false),
  )
}

/** A polygon of an editable poly. */
export interface WrittenPolygon {
  readonly vertices: readonly number[]
  readonly group?: number
  readonly materialId?: number
  /** Two corners per diagonal. */
  readonly diagonals?: readonly number[]
  readonly isSelected?: boolean
}

function polygonBytes({ vertices, diagonals, group, isSelected = false, materialId }: WrittenPolygon): Uint8Array {
  const flags =
    (group === undefined ? 0 : 1) +
    (materialId === undefined ? 0 : 8) +
    (isSelected ? 16 : 0) +
    (diagonals === undefined ? 0 : 32)
  return concat(
    integers(vertices.length, ...vertices),
    shorts(flags),
    ...(group === undefined ? [] : [integers(group)]),
    ...(materialId === undefined ? [] : [shorts(materialId)]),
    ...(isSelected ? [integers(4)] : []),
    ...(diagonals === undefined ? [] : [integers(...diagonals)]),
  )
}

/** Creates the record of an editable poly's shape. */
export function polyRecord(
  positions: Rows,
  polygons: readonly WrittenPolygon[],
  extras: WrittenExtras = {},
): Uint8Array {
  const vertices = positions.map((position) => concat(integers(0), floats(...position)))
  const { map } = extras
  return container(
    0x08fe,
    record(0x0100, integers(positions.length), ...vertices),
    record(0x011a, integers(polygons.length), ...polygons.map(polygonBytes)),
    ...(map === undefined
      ? []
      : [record(0x0124, integers(1)), record(0x0128, rows(map.rows)), record(0x012b, lists(map.faces))]),
    ...setNormals(0x0300, extras, true),
  )
}

/** Returns the corners of a cube with this side length, above the centre of its base. */
export const cubeCorners = (side: number): Rows => {
  const half = side / 2
  return [0, side].flatMap((z) => [
    [-half, -half, z],
    [half, -half, z],
    [half, half, z],
    [-half, half, z],
  ])
}

/** The sides of a cube, as seen from outside. */
export const cubeSides: Rows = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
]
