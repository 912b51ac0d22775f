import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type StartCodec<Codec> = (options: { readonly noInitialRun: true; readonly wasmBinary: Uint8Array }) => Promise<Codec>

/**
 * Starts the encoder or decoder, `factory` of its module, with the WebAssembly of that name. The codec would fetch it
 * from a URL; in Node it is passed directly.
 */
export async function startWebpCodec<Codec>(factory: unknown, wasmName: string): Promise<Codec> {
  const path = createRequire(import.meta.url).resolve(wasmName)
  return (factory as StartCodec<Codec>)({ noInitialRun: true, wasmBinary: await readFile(path) })
}
