import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import asc from 'assemblyscript/asc'
import { root } from '../lib/run.mjs'

/** Own WebAssembly modules: source (AssemblyScript) and the module with its code, by the exported name. */
const modules = [
  {
    name: 'statementModule',
    source: 'packages/codecs/wasm/scan-statements.ts',
    target: 'packages/codecs/src/part21/generated/statement-module.ts',
  },
  {
    name: 'meshModule',
    source: 'packages/mesh/wasm/prepare-mesh.ts',
    target: 'packages/mesh/src/generated/mesh-module.ts',
  },
  {
    name: 'exteriorModule',
    source: 'packages/packager/wasm/exterior-set.ts',
    target: 'packages/packager/src/generated/exterior-module.ts',
  },
]

/** Compiles a module and returns its bytes. */
async function compile(source) {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-wasm-'))
  try {
    const output = join(folder, 'module.wasm')
    const options = ['--optimizeLevel', '3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--use', 'abort=']
    const { error } = await asc.main([join(root, source), '--outFile', output, ...options], { stderr: process.stderr })
    if (error) throw error
    return readFileSync(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Renders our WebAssembly modules as sources that contain them, so that tests, bundles and pages load no other file. */
export async function renderWasm() {
  const files = {}
  for (const { name, source, target } of modules) {
    const code = (await compile(source)).toString('base64')
    files[target] = `/** \`${source}\`, compiled; base64. */\nexport const ${name} =\n  '${code}'\n`
  }
  return files
}
