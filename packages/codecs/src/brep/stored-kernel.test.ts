import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadStoredKernel } from './stored-kernel.js'

const wasmPath = createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm')
const toModuleUrl = (path: string): string => new URL(path, import.meta.url).href
const storedFolder = fileURLToPath(new URL('../../dist/brep/stored', import.meta.url))
const script = `
await import(${JSON.stringify(toModuleUrl('../../../translation/dist/run/short-process.js'))})
const { disableOptimisation } = await import(${JSON.stringify(toModuleUrl('../../dist/brep/kernel.js'))})
const { loadStoredKernel } = await import(${JSON.stringify(toModuleUrl('../../dist/brep/stored-kernel.js'))})
const { readFileSync } = await import('node:fs')
disableOptimisation()
const module = loadStoredKernel(readFileSync(${JSON.stringify(wasmPath)}))
process.stdout.write(String(module instanceof WebAssembly.Module))
`

/** Loads the kernel in a process with the flags of a reader, and returns whether V8 accepts the stored code. */
const load = (...flags: string[]): string =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '-e', script], { encoding: 'utf8' })

describe('loadStoredKernel', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.skipIf(!existsSync(storedFolder))('returns the kernel under the flags of a sandboxed reader', () => {
    expect(load('--max-old-space-size=700', '--no-addons', '--disable-proto=delete')).toBe('true')
  })

  it('returns null under options of WebAssembly, which may change the code', () => {
    vi.stubEnv('NODE_OPTIONS', '--disable-wasm-trap-handler')
    expect(loadStoredKernel(readFileSync(wasmPath))).toBeNull()
  })

  it('returns null for a kernel without stored code', () => {
    expect(loadStoredKernel(new Uint8Array(8))).toBeNull()
  })
})
