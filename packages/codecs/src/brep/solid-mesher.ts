import { prepareMesh } from '@kamar/mesh'
import { deflectionFor, type Deflection } from './deflection.js'
import { faceBorders } from './face-borders.js'
import { FaceSoup } from './face-soup.js'
import { type FaceMesh } from './face-mesh.js'
import type { Kernel, KernelExplorer, KernelMesh, KernelObject, KernelShape } from './kernel.js'
import type { SolidFailure, SolidJob, SolidMesh, SolidResult } from './solid-job.js'

/**
 * Maximum number of faces per meshing pass; larger solids are meshed in chunks: all 3,864 faces of one solid at once
 * took 1.6 GB of the kernel's memory, in chunks 133 MB and less time.
 */
const maxBatchFaces = 400
const facesPerChunk = 60
/** Maximum number of faces on open edges for another round: more indicate a surface with many holes. */
const maxRemeshedFaces = 1000
const maxCrackPasses = 5

/**
 * A solid farther from the origin than this many times its size is moved there, because the kernel returns float32
 * points.
 */
const farFromZeroSizes = 8

const inputPath = '/solid.stp'
const maxHash = 2 ** 31 - 1
const metresPerMillimetre = 0.001

/** Callback after every step of work, which reports progress to a watchdog. */
export type StepNote = () => void

/** Meshes one solid. Rethrows kernel exceptions; the kernel must be replaced then. */
export function meshSolid(
  kernel: Kernel,
  job: SolidJob,
  { note, batchFaces = maxBatchFaces }: { readonly note: StepNote; readonly batchFaces?: number },
): SolidResult {
  const owned = new OwnedObjects()
  try {
    const shape = owned.add(readShape(kernel, job.text))
    if (shape.IsNull()) return failed('not-translated')
    note()
    const box = computeBounds(kernel, shape, owned)
    if (box === null) return failed('not-tessellated')
    const origin = findOrigin(box)
    const shapeNearOrigin = origin === null ? shape : owned.add(movedToZero(kernel, shape, { origin, owned }))
    const faces = collectFaces(kernel, shapeNearOrigin, { owned, expected: job.faces.count, note })
    const deflection = deflectionFor(box.sides, job.quality)
    const meshed = meshFaces(kernel, faces.shapes, { deflection, note, batchFaces })
    const traits = faces.areKnown ? job.faces : { count: job.faces.count }
    return finish(new FaceSoup(traits, meshed, faces.numbers), { origin, areFacesKnown: faces.areKnown })
  } finally {
    owned.deleteAll()
  }
}

const failed = (reason: SolidFailure): SolidResult => ({ kind: 'failed', reason })

/** Kernel objects that are deleted together, also after errors. */
class OwnedObjects {
  readonly #objects: KernelObject[] = []

  add<Kind extends KernelObject>(object: Kind): Kind {
    this.#objects.push(object)
    return object
  }

  deleteAll(): void {
    for (const object of this.#objects.toReversed()) object.delete()
    this.#objects.length = 0
  }
}

/** Reads a shape. Releases the statements before meshing, as they take more of the kernel's memory than their shape. */
function readShape(kernel: Kernel, text: Uint8Array): KernelShape {
  kernel.FS.writeFile(inputPath, text, { canOwn: true })
  const reader = new kernel.STEPControl_Reader()
  const progress = new kernel.Message_ProgressRange()
  try {
    reader.ReadFile(inputPath)
    kernel.FS.unlink(inputPath)
    reader.TransferRoots(progress)
    return reader.OneShape()
  } finally {
    progress.delete()
    reader.delete()
  }
}

interface Box {
  readonly sides: readonly [number, number, number]
  readonly center: readonly [number, number, number]
}

/** Computes the box of a shape, in millimetres; null when it is empty or not finite. */
function computeBounds(kernel: Kernel, shape: KernelShape, owned: OwnedObjects): Box | null {
  const box = owned.add(new kernel.Bnd_Box())
  kernel.BRepBndLib.Add(shape, box, false)
  if (box.IsVoid()) return null
  const min = owned.add(box.CornerMin())
  const max = owned.add(box.CornerMax())
  const sides = [max.X() - min.X(), max.Y() - min.Y(), max.Z() - min.Z()] as const
  const center = [min.X() + sides[0] / 2, min.Y() + sides[1] / 2, min.Z() + sides[2] / 2] as const
  return [...sides, ...center].every((value) => Number.isFinite(value)) ? { sides, center } : null
}

/** Returns the origin to subtract from a distant solid, in whole millimetres; null when it is near enough. */
function findOrigin({ sides, center }: Box): readonly [number, number, number] | null {
  const size = Math.max(...sides, 1)
  if (center.every((value) => Math.abs(value) < farFromZeroSizes * size)) return null
  return [Math.round(center[0]), Math.round(center[1]), Math.round(center[2])]
}

function movedToZero(
  kernel: Kernel,
  shape: KernelShape,
  { origin, owned }: { readonly origin: readonly [number, number, number]; readonly owned: OwnedObjects },
): KernelShape {
  const transformation = owned.add(new kernel.gp_Trsf())
  transformation.SetTranslation(owned.add(new kernel.gp_Vec(-origin[0], -origin[1], -origin[2])))
  return shape.Moved(owned.add(new kernel.TopLoc_Location(transformation)), false)
}

/** Faces of a shape and their numbers in the text. */
interface FoundFaces {
  readonly shapes: readonly KernelShape[]
  /** -1 where the number is unknown. */
  readonly numbers: Int32Array
  readonly areKnown: boolean
}

/**
 * Collects the faces. In the text every face has a separate shell, and the kernel keeps the order of the shells even
 * where it repairs, splits or drops faces: the number of the shell is the number of the face.
 */
function collectFaces(
  kernel: Kernel,
  shape: KernelShape,
  { owned, expected, note }: { readonly owned: OwnedObjects; readonly expected: number; readonly note: StepNote },
): FoundFaces {
  const { TopAbs_SHELL: shellKind, TopAbs_FACE: faceKind } = kernel.TopAbs_ShapeEnum
  const explore = (part: KernelShape, kind: unknown): KernelExplorer =>
    new kernel.TopExp_Explorer(part, kind, kernel.TopAbs_ShapeEnum.TopAbs_SHAPE)
  const shells = listShapes(explore(shape, shellKind))
  const shapes: KernelShape[] = []
  const numbers: number[] = []
  for (const [number, shell] of shells.entries()) {
    for (const face of listShapes(explore(shell, faceKind))) {
      shapes.push(owned.add(face))
      numbers.push(number)
    }
    shell.delete()
    if (number % facesPerChunk === 0) note()
  }
  const areKnown = shells.length === expected
  return { shapes, numbers: areKnown ? Int32Array.from(numbers) : new Int32Array(shapes.length).fill(-1), areKnown }
}

function listShapes(explorer: KernelExplorer): KernelShape[] {
  const parts: KernelShape[] = []
  for (; explorer.More(); explorer.Next()) parts.push(explorer.Current())
  explorer.delete()
  return parts
}

interface MeshingPlan {
  readonly deflection: Deflection
  readonly note: StepNote
  /** Number of faces meshed per pass. */
  readonly batchFaces: number
}

/** Meshes a solid's faces: all at once when they are few, else in chunks, then again where the chunks do not fit. */
function meshFaces(kernel: Kernel, faces: readonly KernelShape[], plan: MeshingPlan): (FaceMesh | undefined)[] {
  const meshed: (FaceMesh | undefined)[] = Array.from({ length: faces.length }, () => undefined)
  const all = [...faces.keys()]
  const perChunk = faces.length <= plan.batchFaces ? plan.batchFaces : Math.min(facesPerChunk, plan.batchFaces)
  for (let from = 0; from < all.length; from += perChunk) {
    meshTogether(kernel, { faces, selected: all.slice(from, from + perChunk), meshed }, plan)
  }
  if (faces.length > perChunk) closeCracks(kernel, { faces, meshed }, plan)
  return meshed
}

interface MeshedFaces {
  readonly faces: readonly KernelShape[]
  readonly meshed: (FaceMesh | undefined)[]
}

/**
 * Closes cracks between chunks, where the kernel may have sampled an edge differently. Remeshes faces with open borders
 * together with their neighbours, whose edge points it reuses; each round adds one more ring of neighbours, because the
 * kernel may sample the next edges differently in turn.
 */
function closeCracks(kernel: Kernel, { faces, meshed }: MeshedFaces, plan: MeshingPlan): void {
  let minOpen = Infinity
  for (let round = 0; round < maxCrackPasses; round++) {
    const borders = faceBorders(meshed)
    const { open } = borders
    // Open edges of a surface can never be closed.
    if (open.size === 0 || (round > 1 && open.size >= minOpen)) return
    minOpen = Math.min(minOpen, open.size)
    let facesToRemesh: ReadonlySet<number> = open
    for (let ring = 0; ring < round; ring++) facesToRemesh = borders.withNeighbours(facesToRemesh)
    if (facesToRemesh.size > maxRemeshedFaces) return
    for (const face of facesToRemesh) kernel.BRepTools.Clean(faces[face], true)
    const selected = [...borders.withNeighbours(facesToRemesh)].toSorted((a, b) => a - b)
    meshTogether(kernel, { faces, selected, meshed }, plan)
  }
}

/** Meshes some faces in one pass and extracts them. */
function meshTogether(
  kernel: Kernel,
  { faces, selected, meshed }: MeshedFaces & { readonly selected: readonly number[] },
  { deflection, note }: MeshingPlan,
): void {
  const builder = new kernel.TopoDS_Builder()
  const compound = new kernel.TopoDS_Compound()
  builder.MakeCompound(compound)
  for (const face of selected) builder.Add(compound, faces[face])
  const mesh = kernel.ReplicadMeshExtractor.extract(compound, deflection.linear, deflection.angular, false)
  takeFaces(kernel, mesh, (groups) => faceOrder(kernel, { faces, selected }, groups)).forEach(({ face, triangles }) => {
    if (face >= 0) meshed[face] = triangles
  })
  for (const object of [mesh, compound, builder]) object.delete()
  note()
}

/**
 * Determines the order of the faces. Triangle groups follow it, except for faces without triangles, which are detected
 * by hash.
 */
function faceOrder(
  kernel: Kernel,
  { faces, selected }: { readonly faces: readonly KernelShape[]; readonly selected: readonly number[] },
  groups: Int32Array,
): readonly number[] {
  if (groups.length === 3 * selected.length) return selected
  const byHash = new Map(
    selected.map((face) => [kernel.ReplicadShapeHasher.HashCode(faces[face], maxHash), face] as const),
  )
  return Array.from({ length: groups.length / 3 }, (_, group) => byHash.get(groups[3 * group + 2]) ?? -1)
}

/** Copies the triangles of every face out of the kernel's memory. */
function takeFaces(
  kernel: Kernel,
  mesh: KernelMesh,
  orderOf: (groups: Int32Array) => readonly number[],
): { readonly face: number; readonly triangles: FaceMesh }[] {
  const { buffer } = kernel.wasmMemory
  const positions = new Float32Array(buffer, mesh.getVerticesPtr(), mesh.getVerticesSize())
  const normals = new Float32Array(buffer, mesh.getNormalsPtr(), mesh.getNormalsSize())
  const indices = new Uint32Array(buffer, mesh.getTrianglesPtr(), mesh.getTrianglesSize())
  const groups = new Int32Array(buffer, mesh.getFaceGroupsPtr(), mesh.getFaceGroupsSize())
  return orderOf(groups.slice()).map((face, group) => {
    const own = indices.slice(groups[3 * group], groups[3 * group] + groups[3 * group + 1])
    // The vertices of a face are contiguous.
    const first = own.reduce((min, vertex) => Math.min(min, vertex), own[0] ?? 0)
    const last = own.reduce((max, vertex) => Math.max(max, vertex), first)
    for (let at = 0; at < own.length; at++) own[at] -= first
    const range = [3 * first, own.length === 0 ? 3 * first : 3 * last + 3] as const
    return { face, triangles: { positions: positions.slice(...range), normals: normals.slice(...range), indices: own } }
  })
}

function finish(
  soup: FaceSoup,
  {
    origin,
    areFacesKnown,
  }: { readonly origin: readonly [number, number, number] | null; readonly areFacesKnown: boolean },
): SolidResult {
  if (soup.triangles === 0) return failed('not-tessellated')
  const meshes = Array.from({ length: soup.meshCount }, (_, number) => {
    const input = soup.mesh(number)
    return input && prepareMesh(input)
  })
  if (meshes.every((mesh) => mesh === null)) return failed('not-tessellated')
  const [x, y, z] = origin ?? [0, 0, 0]
  const result: SolidMesh = {
    kind: 'meshed',
    meshes,
    origin: [x * metresPerMillimetre, y * metresPerMillimetre, z * metresPerMillimetre],
    meshedFaces: soup.meshedFaces,
    triangles: soup.triangles,
    areFacesKnown,
  }
  return result
}
