import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type StartCodec<Codec> = (options: { readonly noInitialRun: true; readonly wasmBinary: Uint8Array }) => Promise<Codec>

/**
 * Starts one of the codec's two halves, `factory` of its module, with the WebAssembly of that name. It would fetch it from
 * an address; in Node it is handed over.
 */
export async function startWebpCodec<Codec>(factory: unknown, wasmName: string): Promise<Codec> {
  const path = createRequire(import.meta.url).resolve(wasmName)
  return (factory as StartCodec<Codec>)({ noInitialRun: true, wasmBinary: await readFile(path) })
}
