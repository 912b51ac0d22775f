import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFile } from '../../lib/cache.mjs'
import { logProgress } from '../../lib/log.mjs'
import { benchFolder } from '../../lib/paths.mjs'

/** Above this size xeokit-convert takes minutes on IFC. */
const maxDirectXktBytes = 10_000_000
const timeoutMilliseconds = 3_600_000

const readVersion = (name) =>
  JSON.parse(readFileSync(join(benchFolder, 'node_modules', name, 'package.json'), 'utf8')).version

function runNode(script, scriptArguments) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=12000', join(benchFolder, script), ...scriptArguments],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: timeoutMilliseconds,
      },
    )
    let errorText = ''
    child.stderr.on('data', (data) => (errorText = (errorText + data).slice(-2000)))
    child.on('error', reject)
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`${script} ended with ${signal ?? code}: ${errorText.trim().slice(-300)}`)),
    )
  })
}

async function announced(sample, format, make) {
  logProgress(`  converting ${sample.name} to ${format}`)
  await make()
}

/** @param {import('../../lib/samples.mjs').Sample} sample */
export function convertToFrag(sample) {
  return cachedFile(sample, `fragments-${readVersion('@thatopen/fragments')}.frag`, (target) =>
    announced(sample, '.frag', () => runNode('translate/drivers/fragments.mjs', [sample.path, target])),
  )
}

/** @param {import('../../lib/samples.mjs').Sample} sample */
export function convertToGlb(sample) {
  return cachedFile(sample, `web-ifc-${readVersion('web-ifc')}.glb`, (target) =>
    announced(sample, '.glb', () => runNode('view/convert/glb.mjs', [sample.path, target])),
  )
}

/**
 * Converts the IFC file; above a size limit, the GLB made from it, for which xeokit-convert takes seconds instead of
 * minutes.
 * @param {import('../../lib/samples.mjs').Sample} sample
 */
export async function convertToXkt(sample) {
  const fromGlb = sample.bytes > maxDirectXktBytes
  const version = readVersion('@xeokit/xeokit-convert')
  const source = fromGlb ? await convertToGlb(sample) : sample.path
  const name = `xeokit-convert-${version}${fromGlb ? '-glb' : ''}.xkt`
  return await cachedFile(sample, name, (target) => {
    const converter = 'node_modules/@xeokit/xeokit-convert/convert2xkt.js'
    const format = fromGlb ? 'glb' : 'ifc'
    return announced(sample, '.xkt', () => runNode(converter, ['-s', source, '-f', format, '-o', target]))
  })
}
