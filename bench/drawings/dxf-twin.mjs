import { PackageReader, writeExport } from '@kamar/derivatives'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { translateToPackage } from '../kamar/package.mjs'

/**
 * A DWG as DXF, for viewers that read nothing else: what the product makes of it, blocks and dimensions taken apart.
 * @param {import('../lib/samples.mjs').Sample} sample
 * @returns {Promise<string>} path of the DXF
 */
export async function dxfTwin(sample) {
  const folder = await translateToPackage(sample)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const drawing = await PackageReader.open(manifest, (path) => readFile(join(folder, path)))
  const path = join(folder, `${sample.name}.dxf`)
  const file = createWriteStream(path)
  for await (const chunk of writeExport('dxf', drawing, () => undefined))
    if (!file.write(chunk)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
  return path
}
