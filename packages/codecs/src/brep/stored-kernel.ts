import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { compiledModule } from '@kamar/core'

// V8 has no public API that keeps the machine code of WebAssembly between processes; browsers use the internal functions
// called here. The build stores the optimised code of the kernel's frequent functions (scripts/kernel-code.mjs).

/** Calls one of V8's internal functions, whose syntax is enabled for this call only. */
function callInternal(name: string, parameters: readonly unknown[]): unknown {
  const names = parameters.map((_, number) => `p${number}`).join()
  setFlagsFromString('--allow-natives-syntax')
  try {
    const call = new Script(`(${names}) => %${name}(${names})`).runInThisContext() as (...values: unknown[]) => unknown
    return call(...parameters)
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

const heapLimit = /^--max[-_]old[-_]space[-_]size=/

/** Executions of a function, weighted by its size, after which it is optimised. */
const tieringBudget = 3000

/** Sets the budget of `tieringBudget`: V8 also recognises by it which functions have never been executed. */
export function setTieringBudget(): void {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`)
}

/**
 * Runs work with the default heap limit: V8 accepts stored code only under the flags it was made with, although this
 * one concerns no code.
 */
function withDefaultHeapLimit<Value>(work: () => Value): Value {
  const limits = process.execArgv.filter((argument) => heapLimit.test(argument))
  if (limits.length > 0) setFlagsFromString('--max-old-space-size=0')
  try {
    return work()
  } finally {
    for (const limit of limits) setFlagsFromString(limit)
  }
}

/** Returns the path of the stored code, whose name states kernel, V8 and processor. */
function storedCodePath(wasm: Uint8Array): string {
  const manifest = createRequire(import.meta.url).resolve('replicad-opencascadejs/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const name = ['kernel', version, wasm.length, process.versions.v8, process.arch].join('-')
  return join(fileURLToPath(compiledModule(import.meta.url, './stored')), `${name}.bin`)
}

/**
 * Serialises the optimised functions of a compiled module; V8 ends the process when there are none.
 *
 * @public called by scripts/kernel-code.mjs
 */
export function serializeKernel(
  module: object,
  wasm: Uint8Array,
): { readonly path: string; readonly code: Uint8Array } {
  const code = callInternal('SerializeWasmModule', [module]) as ArrayBuffer
  return { path: storedCodePath(wasm), code: new Uint8Array(code) }
}

/**
 * Returns the kernel with its stored machine code; null when there is none for this kernel, V8 and processor, or it was
 * made under other flags.
 */
export function loadStoredKernel(wasm: Uint8Array): object | null {
  const path = storedCodePath(wasm)
  // Options of WebAssembly (memory without guard pages) change the code, but not the flags that V8 compares.
  const options = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')]
  if (options.some((option) => /^--.*wasm/.test(option)) || !existsSync(path)) return null
  const code = new Uint8Array(readFileSync(path))
  setTieringBudget()
  const module = withDefaultHeapLimit(() => callInternal('DeserializeWasmModule', [code.buffer, wasm]))
  return (module as object | undefined) ?? null
}
