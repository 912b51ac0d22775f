import { KernelStarter, type Kernel, type KernelSource } from '../geometry/kernel.js'

/** Faults of a kernel by statement number. */
export type KernelFaults = Readonly<Record<number, 'hang' | 'end-thread' | 'trap' | 'refuse'>>

/** The real kernel, except for the statements at which a test makes it fail. */
export class FaultyKernels implements KernelSource {
  /** Number of kernels started. */
  started = 0
  readonly #starter = new KernelStarter()
  readonly #faults: KernelFaults

  constructor(faults: KernelFaults) {
    this.#faults = faults
  }

  async start(): Promise<Kernel> {
    this.started++
    const kernel = await this.#starter.start()
    const faults = this.#faults
    return new Proxy(kernel, {
      get: (target, name) => {
        if (name !== 'GetFlatMesh') return Reflect.get(target, name) as unknown
        return (model: number, expressId: number, isScaled: boolean) => {
          fail(faults[expressId])
          return target.GetFlatMesh(model, expressId, isScaled)
        }
      },
    })
  }
}

function fail(fault: KernelFaults[number] | undefined): void {
  if (fault === 'trap') throw new RangeError('memory access out of bounds')
  if (fault === 'refuse') throw kernelException()
  if (fault === 'end-thread') process.exit(1)
  // Sleeps instead of looping, which would take a processor from the other tests.
  if (fault === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

interface ExceptionApi {
  readonly Tag: new (type: { readonly parameters: readonly string[] }) => object
  readonly Exception: new (tag: object, payload: readonly unknown[]) => object
}

/** Creates the exception that the kernel throws when it cannot build a shape. */
function kernelException(): object {
  const { Tag, Exception } = (globalThis as unknown as { readonly WebAssembly: ExceptionApi }).WebAssembly
  return new Exception(new Tag({ parameters: [] }), [])
}
