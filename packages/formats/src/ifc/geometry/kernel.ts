import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** The members of web-ifc's WebAssembly module (0.0.78) that are used; pointers are byte offsets in its memory. */
export interface Kernel {
  readonly HEAPU8: Uint8Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  OpenModel(settings: KernelSettings, read: (target: number, offset: number, length: number) => number): number
  CloseModel(model: number): void
  GetFlatMesh(model: number, expressId: number, isScaledToMetres: boolean): KernelMesh
  GetGeometry(model: number, geometryId: number): KernelGeometry
  /** Returns a 4×4 matrix, column-major, in the file's unit, Z up. */
  GetWorldTransformMatrix(model: number, placementId: number): readonly number[]
  SetLogLevel(level: number): void
}

interface KernelMesh {
  readonly geometries: { size(): number; get(index: number): KernelPlacedGeometry; delete(): void }
  delete?(): void
}

/** A geometry and its transform. */
export interface KernelPlacedGeometry {
  readonly color: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  readonly geometryExpressID: number
  /** 4×4, column-major, Y up, in the file's unit unless scaled. */
  readonly flatTransformation: readonly number[]
}

interface KernelGeometry {
  GetVertexData(): number
  GetVertexDataSize(): number
  GetIndexData(): number
  GetIndexDataSize(): number
  delete(): void
}

/** The WebAssembly API of this runtime; its types belong to the browser's library, which this package does not load. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
  readonly Exception: new (...parameters: readonly never[]) => object
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

type KernelSettings = Readonly<Record<string, number | boolean>>

/** Settings of every model; fewer than 24 circle segments make round bars visibly angular (see the README). */
export const kernelSettings: KernelSettings = {
  ALLOW_INCOMPATIBLE_SCHEMA_ALIASES: true,
  COORDINATE_TO_ORIGIN: false,
  CIRCLE_SEGMENTS: 24,
  // A model is one shard of a few megabytes; the default of 64 MiB would be allocated for each.
  TAPE_SIZE: 1 << 20,
  MEMORY_LIMIT: 2 ** 31,
  LINEWRITER_BUFFER: 10_000,
  TOLERANCE_PLANE_INTERSECTION: 1e-4,
  TOLERANCE_PLANE_DEVIATION: 1e-4,
  TOLERANCE_BACK_DEVIATION_DISTANCE: 1e-4,
  TOLERANCE_INSIDE_OUTSIDE_PERIMETER: 1e-10,
  TOLERANCE_SCALAR_EQUALITY: 1e-4,
  PLANE_REFIT_ITERATIONS: 1,
  BOOLEAN_UNION_THRESHOLD: 150,
}

const noop = 6

interface GlueOptions {
  readonly noInitialRun: true
  print(text: string): void
  printErr(text: string): void
  instantiateWasm(imports: object, done: (instance: object) => void): object
}
type GlueFactory = (options: GlueOptions) => Promise<Kernel>

const glueStart = 'var WebIFCWasm2 = (() => {'
const glueEnd = 'if (typeof exports2 === "object" && typeof module2 === "object")'

/**
 * Loads the part of web-ifc's bundle that starts its WebAssembly. The bundle has 5.9 MB, almost all of it schema
 * classes for reading single lines, and takes 150 ms to load in every thread; this part takes 10 ms.
 */
function loadGlue(bundlePath: string): GlueFactory {
  const bundle = readFileSync(bundlePath)
  const start = bundle.indexOf(glueStart, bundle.indexOf('"dist/web-ifc-node.js"'))
  const end = bundle.indexOf(glueEnd, start)
  if (start < 0 || end < 0) throw new RangeError('web-ifc is not the version this reader is written for (0.0.78)')
  const source = `(function (require, __filename, __dirname) { ${bundle.toString('latin1', start, end)}; return WebIFCWasm2 })`
  const make = new Script(source, { filename: 'web-ifc-glue.js' }).runInThisContext() as (
    require: NodeJS.Require,
    filename: string,
    folder: string,
  ) => GlueFactory
  return make(createRequire(bundlePath), bundlePath, dirname(bundlePath))
}

/** Returns the paths of web-ifc's bundle and of its single-threaded WebAssembly. */
function kernelPaths(): { bundle: string; wasm: string } {
  const bundle = createRequire(import.meta.url).resolve('web-ifc')
  return { bundle, wasm: join(dirname(bundle), 'web-ifc-node.wasm') }
}

/** Factory of kernels. */
export interface KernelSource {
  /** Starts a kernel with its own memory. */
  start(): Promise<Kernel>
}

/** Factory of kernels: the WebAssembly is compiled once per thread, and V8 shares the machine code between threads. */
export class KernelStarter implements KernelSource {
  readonly #glue: GlueFactory
  readonly #module: Promise<object>

  constructor() {
    const paths = kernelPaths()
    this.#module = WebAssembly.compile(readFileSync(paths.wasm))
    this.#glue = loadGlue(paths.bundle)
  }

  /** Starts a kernel with its own memory. */
  async start(): Promise<Kernel> {
    const module = await this.#module
    const kernel = await this.#glue({
      noInitialRun: true,
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        void instantiate(module, imports, done)
        return {}
      },
    })
    kernel.SetLogLevel(noop)
    return kernel
  }
}

async function instantiate(module: object, imports: object, done: (instance: object) => void): Promise<void> {
  done(await WebAssembly.instantiate(module, imports))
}

/**
 * Returns whether the kernel itself threw this error and is still usable; after any other error its stack may be
 * corrupt.
 */
export function isKernelException(error: unknown): boolean {
  return error instanceof WebAssembly.Exception
}

/** Opens a STEP text as a model. */
export function openModel(kernel: Kernel, text: Uint8Array): number {
  return kernel.OpenModel(kernelSettings, (target, offset, length) => {
    const chunk = text.subarray(offset, offset + length)
    kernel.HEAPU8.set(chunk, target)
    return chunk.length
  })
}
