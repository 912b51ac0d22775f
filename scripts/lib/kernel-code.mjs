import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

/** Folder of the kernel's stored machine code. */
export const storedKernels = join(root, 'packages/codecs/dist/brep/stored')

/** Modules and data on which the code depends; those of npm change with the name of the file. */
const inputs = ['kernel.js', 'stored-kernel.js'].map((name) => join(root, 'packages/codecs/dist/brep', name))

function areCurrent() {
  if (!existsSync(storedKernels)) return false
  const names = readdirSync(storedKernels).filter((name) => name.includes(`-${process.versions.v8}-${process.arch}.`))
  const newest = Math.max(...inputs.map((path) => statSync(path).mtimeMs))
  return names.some((name) => statSync(join(storedKernels, name)).mtimeMs > newest)
}

/**
 * Stores machine code of the B-rep kernel for this V8 and processor, unless it is current. It relies on internal
 * functions of V8: where they fail, the kernel is compiled in each process, as it would be without stored code.
 */
export async function storeKernelCode() {
  if (areCurrent()) return
  process.stdout.write('Optimising the B-rep kernel … ')
  const { code } = await run(process.execPath, [join(root, 'scripts/kernel-code.mjs')], { capture: true })
  process.stdout.write(code === 0 ? 'stored\n' : 'not possible with this Node, continuing without\n')
}
