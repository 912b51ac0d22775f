import { cross, type Vector } from '@kamar/core/math'
import type { ByteSource } from '@kamar/core'
import { Inflation, type InflateContext } from '../container/chunk-bytes.js'
import { readDirectory } from '../container/directory.js'
import { listForms } from '../container/form.js'
import { groupModels, parts } from '../container/models.js'
import { isBox } from '../geometry/agreement.js'
import { countPrimitives, toTriangles } from '../geometry/rows.js'
import { readRecordSizes, shapeRecords } from '../geometry/shape-records.js'
import { ShapeReader, type Shape } from '../geometry/shape.js'
import { readModel, type Model, type ModelContent, type ModelReading } from '../read-model.js'

/** Number of a file's statements about its shapes that match the result: [equal, all]. */
export interface Agreement {
  readonly shapes: [number, number]
  readonly fragments: [number, number]
  readonly boxes: [number, number]
  readonly counts: [number, number]
  /** Triangles that face the same way as the normals of their vertices. */
  readonly normals: [number, number]
  /** Shape instances of elements that may have some. */
  readonly elements: [number, number]
}

const minCosine = 0.9

/** Compares a file's statements with its content, shape by shape. */
export async function computeAgreement(input: ByteSource, context: InflateContext): Promise<Agreement> {
  const directory = await readDirectory(input)
  const reading = { input, inflation: new Inflation(context), forms: listForms(directory.fileVersion) }
  const all: Agreement = {
    shapes: [0, 0],
    fragments: [0, 0],
    boxes: [0, 0],
    counts: [0, 0],
    normals: [0, 0],
    elements: [0, 0],
  }
  for (const modelParts of groupModels(directory)) await addModel(all, reading, await readModel(reading, modelParts))
  return all
}

function add(pair: [number, number], isEqual: boolean): void {
  pair[0] += isEqual ? 1 : 0
  pair[1]++
}

async function addModel(
  all: Agreement,
  reading: ModelReading,
  { model, fragments: { fragments, declaredCount: declared } }: ModelContent,
): Promise<void> {
  all.fragments[0] += fragments.length
  all.fragments[1] += declared
  const elements = geometryElements(model)
  for (const { path } of fragments) add(all.elements, elements[path] ?? false)
  const shapes = await readShapes(reading, model)
  for (const shape of shapes) {
    add(all.shapes, shape !== null)
    if (shape !== null) addNormals(all.normals, shape)
  }
  for (const { count, link } of fragments) {
    const shape = shapes[link.shape - 1] ?? null
    add(all.boxes, shape !== null && isBox(shape.positions, link.box))
    if (shape?.kind === 'triangles') add(all.counts, countPrimitives(shape) === count)
  }
}

async function readShapes({ forms, inflation, input }: ModelReading, model: Model): Promise<(Shape | null)[]> {
  const chunk = model.parts.get(parts.shapes)
  const sizes = chunk && (await readRecordSizes(input, chunk, inflation))
  const shapes: (Shape | null)[] = []
  if (!chunk || !sizes) return shapes
  const reader = new ShapeReader(forms)
  for await (const record of shapeRecords(input, { chunk, sizes, inflation })) shapes.push(reader.read(record))
  return shapes
}

/** Returns by element number whether an element may have shapes. */
function geometryElements({ tree }: Model): boolean[] {
  const geometryFlags = [false]
  const visit = ({ children, isGeometry }: Model['tree']['roots'][number]): void => {
    geometryFlags.push(isGeometry)
    children.forEach(visit)
  }
  tree.roots.forEach(visit)
  return geometryFlags
}

function addNormals(pair: [number, number], shape: Shape): void {
  const { kind, normals, positions } = shape
  if (kind !== 'triangles' || normals === null) return
  const indices = toTriangles(shape)
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((vertex) =>
      positions.subarray(indices[at + vertex] * 3, indices[at + vertex] * 3 + 3),
    )
    const [u, v] = [b, c].map((vertex): Vector => [vertex[0] - a[0], vertex[1] - a[1], vertex[2] - a[2]])
    const face = cross(u, v)
    const length = Math.hypot(...face)
    // Triangles without area have no normal.
    if (length < 1e-9) continue
    const declared = [0, 1, 2].map((axis) => normals[indices[at] * 3 + axis])
    const cosine = face.reduce((sum, value, axis) => sum + value * declared[axis], 0) / length / Math.hypot(...declared)
    add(pair, Math.abs(cosine) > minCosine)
  }
}
