import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { buildAll } from './lib/build.mjs'
import { ensureDependencies } from './lib/requirements.mjs'
import { root } from './lib/run.mjs'
import { arcadeHouseFile } from './media/arcade-house.mjs'

/*
 * Translates the house of the media recordings into the view package that rotates on the landing page. Only drawing
 * data is retained: no properties, no fingerprints, no thumbnail. Rerun it after the package format changed; older
 * packages stay readable.
 */

const target = join(root, 'apps/web/src/modules/landing/live-model/package')
const renderFilePattern = /^(manifest\.json|tree\.bin|exterior\.bin|(scene|textures)\/.*)$/
const maxBytes = 200_000

await ensureDependencies()
await buildAll()
const { runCommand } = await import('../apps/cli/dist/run-command.js')
const work = mkdtempSync(join(tmpdir(), 'kamar-landing-'))
try {
  const file = join(work, 'house.ifc')
  writeFileSync(file, arcadeHouseFile())
  const terminal = {
    out: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
  }
  await runCommand(['translate', file, '--out', join(work, 'package')], terminal)
  rmSync(target, { recursive: true, force: true })
  const names = readdirSync(join(work, 'package'), { recursive: true }).map(String)
  for (const name of names.filter((path) => renderFilePattern.test(path.replaceAll('\\', '/')))) copy(name)
} finally {
  rmSync(work, { recursive: true, force: true })
}
const total = readdirSync(target, { recursive: true })
  .map((name) => statSync(join(target, String(name))))
  .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
if (total > maxBytes) throw new Error(`the landing page's model has ${total} bytes, more than ${maxBytes}`)

/** Copies a file unpacked: the web site serves its own files as they are. */
function copy(name) {
  const [from, to] = [join(work, 'package', name), join(target, name)]
  mkdirSync(dirname(to), { recursive: true })
  if (name.endsWith('.bin')) writeFileSync(to, brotliDecompressSync(readFileSync(from)))
  else cpSync(from, to)
}
