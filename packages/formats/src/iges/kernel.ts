import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A tree node as the library returns it. */
export interface ImportedNode {
  readonly name: string
  readonly meshes: readonly number[]
  readonly children: readonly ImportedNode[]
}

/** Triangles `first` to `last` form one face of the file. */
export interface ImportedFace {
  readonly first: number
  readonly last: number
  readonly color: readonly number[] | null
}

/** A mesh as the library returns it. */
export interface ImportedMesh {
  readonly name: string
  readonly color?: readonly number[]
  readonly brep_faces: readonly ImportedFace[]
  readonly attributes: {
    readonly position: { readonly array: readonly number[] }
    readonly normal?: { readonly array: readonly number[] }
  }
  readonly index: { readonly array: readonly number[] }
}

/** The members of occt-import-js 0.0.23 (OpenCascade 7.6 as WebAssembly) that are used. */
export interface ImportKernel {
  ReadIgesFile(
    bytes: Uint8Array,
    options: {
      readonly linearUnit: 'millimeter'
      readonly linearDeflectionType: 'bounding_box_ratio'
      readonly linearDeflection: number
      readonly angularDeflection: number
    },
  ): { readonly success: boolean; readonly root: ImportedNode; readonly meshes: readonly ImportedMesh[] }
}

/** The WebAssembly API of this runtime; its types belong to the browser's library, which this package does not load. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: object): Promise<{ readonly exports: Readonly<Record<string, unknown>> }>
  readonly Memory: new (...options: never) => KernelMemory
}
interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

type KernelFactory = (options: {
  print(text: string): void
  printErr(text: string): void
  instantiateWasm(imports: object, done: (instance: object, module: object) => void): object
}) => Promise<ImportKernel>

const require = createRequire(import.meta.url)
const pageBytes = 65_536
let compiled: Promise<object> | undefined

/** Returns the kernel's WebAssembly, compiled once per process. */
export function compiledImportKernel(): Promise<object> {
  compiled ??= WebAssembly.compile(readFileSync(require.resolve('occt-import-js/dist/occt-import-js.wasm')))
  return compiled
}

/** Starts a kernel with its own memory, limited to the given bytes. */
export async function startImportKernel(module: object, maxMemoryBytes: number): Promise<ImportKernel> {
  const start = require('occt-import-js') as KernelFactory
  return start({
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports, done) => {
      void instantiate(imports, { module, maxMemoryBytes, done })
      return {}
    },
  })
}

async function instantiate(
  imports: object,
  {
    module,
    maxMemoryBytes,
    done,
  }: {
    readonly module: object
    readonly maxMemoryBytes: number
    readonly done: (instance: object, module: object) => void
  },
): Promise<void> {
  const instance = await WebAssembly.instantiate(module, imports)
  for (const exported of Object.values(instance.exports)) {
    if (exported instanceof WebAssembly.Memory) limitMemory(exported, maxMemoryBytes)
  }
  done(instance, module)
}

function limitMemory(memory: KernelMemory, maxBytes: number): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('The kernel has its memory')
    return grow(pages)
  }
}
