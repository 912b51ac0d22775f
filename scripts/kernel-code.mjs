import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storedKernels } from './lib/kernel-code.mjs'
import { root } from './lib/run.mjs'

// Runs in a separate process, because it sets flags of V8. It tessellates the solids of the fixtures until V8 has
// optimised the functions that they use, and stores the machine code: optimising the whole kernel takes 42 s and 87 MB,
// these functions 8 s and 11 MB, and files are read as fast.

const fixtures = ['step/fixtures/lamp.stp', '3dm/fixtures/kiosk.3dm', 'sat/fixtures/bushing.sat']
const repetitions = 4
const idleMilliseconds = 500

/** Loads a compiled module of a package; bundles would have kernels of their own. */
const load = (path) => import(join(root, 'packages', path))

/** Waits until V8's compiler threads are idle. */
async function waitForCompiler() {
  for (;;) {
    const before = process.cpuUsage()
    await sleep(idleMilliseconds)
    const { user, system } = process.cpuUsage(before)
    if (user + system < 20 * idleMilliseconds) return
  }
}

// The flags of a reader process.
const { runTranslation } = await load('translation/dist/run.js')
const { BrepWorkerPool, meshSolid, startKernel } = await load('codecs/dist/brep/index.js')
const { disableOptimisation } = await load('codecs/dist/brep/kernel.js')
const { serializeKernel, setTieringBudget } = await load('codecs/dist/brep/stored-kernel.js')

const fromCodecs = createRequire(join(root, 'packages/codecs/package.json'))
const wasm = readFileSync(fromCodecs.resolve('replicad-opencascadejs/wasm'))
setTieringBudget()
const module = await WebAssembly.compile(wasm)
const kernel = await startKernel(module)
// Solids are meshed in this thread, by the kernel whose code is stored.
BrepWorkerPool.prototype.mesh = (make) => Promise.resolve(meshSolid(kernel, make(), { note: () => undefined }))

const outputFolder = mkdtempSync(join(tmpdir(), 'kamar-kernel-'))
for (let repetition = 0; repetition < repetitions; repetition++)
  for (const fixture of fixtures) {
    const path = join(root, 'packages/formats/src', fixture)
    const [formatId] = fixture.split('/')
    const outcome = await runTranslation({ path, fileName: basename(path), formatId, outputFolder })
    if (!outcome.ok) throw new Error(`${fixture}: ${JSON.stringify(outcome.failure)}`)
  }
rmSync(outputFolder, { recursive: true })
await waitForCompiler()
disableOptimisation()
const { path, code } = serializeKernel(module, wasm)
rmSync(storedKernels, { recursive: true, force: true })
mkdirSync(dirname(path), { recursive: true })
writeFileSync(`${path}.part`, code)
renameSync(`${path}.part`, path)
process.exit(0)
