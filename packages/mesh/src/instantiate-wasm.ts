/** The part of the JavaScript interface of WebAssembly used here, which the compiler knows only for pages. */
interface WebAssemblyInterface {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyInterface }

/** Modules compiled by this thread, by their code. */
const modules = new Map<string, object>()

/**
 * Instantiates one of our WebAssembly modules, at once: they are small. `code` is base64; returns the exports.
 * The compiled code is kept, with what the engine learns from running it.
 */
export function instantiateWasm(code: string, imports: object = {}): unknown {
  let module = modules.get(code)
  if (module === undefined) {
    module = new WebAssembly.Module(Buffer.from(code, 'base64'))
    modules.set(code, module)
  }
  return new WebAssembly.Instance(module, imports).exports
}
