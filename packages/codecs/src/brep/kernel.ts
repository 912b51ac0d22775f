import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { loadStoredKernel } from './stored-kernel.js'

/** Object in the kernel's memory that must be deleted. */
export interface KernelObject {
  delete(): void
}

/** A shape of the kernel: a body, a shell, a face. */
export interface KernelShape extends KernelObject {
  IsNull(): boolean
  Moved(location: KernelObject, raiseException: boolean): KernelShape
}

interface KernelPoint extends KernelObject {
  X(): number
  Y(): number
  Z(): number
}

/** An axis-aligned box, in millimetres. */
export interface KernelBox extends KernelObject {
  IsVoid(): boolean
  CornerMin(): KernelPoint
  CornerMax(): KernelPoint
}

/** Iterator over the sub-shapes of one kind. */
export interface KernelExplorer extends KernelObject {
  More(): boolean
  Next(): void
  Current(): KernelShape
}

interface KernelReader extends KernelObject {
  /** 1: done. */
  ReadFile(path: string): unknown
  TransferRoots(progress: KernelObject): number
  OneShape(): KernelShape
}

/** Triangles of a shape: pointers are byte offsets in the kernel's memory, sizes are numbers of elements. */
export interface KernelMesh extends KernelObject {
  getVerticesPtr(): number
  getVerticesSize(): number
  getNormalsPtr(): number
  getNormalsSize(): number
  getTrianglesPtr(): number
  getTrianglesSize(): number
  /** Returns per face: first index in the triangles, number of indices, hash of the face. */
  getFaceGroupsPtr(): number
  getFaceGroupsSize(): number
}

/** Used part of OpenCascade 8.0 as exposed by replicad-opencascadejs 1.1.0. */
export interface Kernel {
  readonly FS: {
    /** Writes a file. `canOwn`: the file takes over the bytes instead of copying them. */
    writeFile(path: string, bytes: Uint8Array, options: { readonly canOwn: boolean }): void
    unlink(path: string): void
  }
  readonly wasmMemory: KernelMemory
  readonly TopAbs_ShapeEnum: Readonly<Record<'TopAbs_SHELL' | 'TopAbs_FACE' | 'TopAbs_SHAPE', unknown>>
  readonly STEPControl_Reader: new () => KernelReader
  readonly Message_ProgressRange: new () => KernelObject
  readonly Bnd_Box: new () => KernelBox
  readonly BRepBndLib: { Add(shape: KernelShape, box: KernelBox, useTriangulation: boolean): void }
  readonly BRepTools: { Clean(shape: KernelShape, force: boolean): void }
  readonly TopExp_Explorer: new (shape: KernelShape, find: unknown, avoid: unknown) => KernelExplorer
  readonly TopoDS_Builder: new () => KernelObject & {
    MakeCompound(compound: KernelShape): void
    Add(compound: KernelShape, part: KernelShape): void
  }
  readonly TopoDS_Compound: new () => KernelShape
  readonly TopLoc_Location: new (transformation: KernelObject) => KernelObject
  readonly gp_Trsf: new () => KernelObject & { SetTranslation(vector: KernelObject): void }
  readonly gp_Vec: new (x: number, y: number, z: number) => KernelObject
  readonly ReplicadMeshExtractor: {
    /** Meshes the faces without a mesh; tolerance in millimetres, angle in radians. */
    extract(shape: KernelShape, tolerance: number, angularTolerance: number, skipNormals: boolean): KernelMesh
  }
  readonly ReplicadShapeHasher: { HashCode(shape: KernelShape, upperBound: number): number }
}

/** The kernel's memory; the kernel grows it, but growth may be refused. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/**
 * The WebAssembly compiler of this runtime; its types belong to the browser's library, which this package does not
 * load.
 */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

interface KernelOptions {
  print(text: string): void
  printErr(text: string): void
  instantiateWasm(imports: object, done: (instance: object, module: object) => void): object
}
type KernelFactory = (options: KernelOptions) => Promise<Kernel>

const wasmPath = createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm')

let compiled: Promise<object> | undefined

/** Each flag implies the next only on the command line. Supported by V8 of Node 20, 22 and 24. */
const unoptimised = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** Disables V8's optimisation of WebAssembly that is compiled or loaded from now on. */
export function disableOptimisation(): void {
  for (const flag of unoptimised) setFlagsFromString(flag)
}

/**
 * Returns the kernel's WebAssembly, compiled once for this process; threads share the machine code. V8's optimisation
 * is disabled: in a single-file process it costs more than it saves (6.9 MB: 4.3 s of CPU against 5.6 s) and doubles
 * the memory. The frequent functions are loaded as optimised code, where the build has stored it.
 */
export function compiledKernel(): Promise<object> {
  compiled ??= loadKernel()
  return compiled
}

async function loadKernel(): Promise<object> {
  disableOptimisation()
  const wasm = readFileSync(wasmPath)
  const stored = loadStoredKernel(wasm)
  setFlagsFromString('--wasm-tiering-budget=2000000000')
  return stored ?? WebAssembly.compile(wasm)
}

/** Starts a kernel with its own memory. `module` is the result of `compiledKernel`. */
export async function startKernel(module: object): Promise<Kernel> {
  // The kernel's glue code reads the number of processors here. Node 20 has no such object; later versions have both
  // fields.
  const scope = globalThis as { navigator?: unknown }
  scope.navigator ??= { hardwareConcurrency: 1, userAgent: `Node.js/${process.versions.node}` }
  const glue = pathToFileURL(join(dirname(wasmPath), 'replicad_single.js')).href
  const { default: start } = (await import(glue)) as { readonly default: KernelFactory }
  return start({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, done) => {
      void instantiate(module, imports, done)
      return {}
    },
  })
}

async function instantiate(
  module: object,
  imports: object,
  done: (instance: object, module: object) => void,
): Promise<void> {
  done(await WebAssembly.instantiate(module, imports), module)
}

const pageBytes = 65_536

/** Limits the kernel's memory to a number of bytes: beyond, its allocations fail and it throws. */
export function limitKernelMemory(kernel: Kernel, maxBytes: number): void {
  const memory = kernel.wasmMemory
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('The kernel has its memory')
    return grow(pages)
  }
}
