import { writeExport } from '@kamar/exporters'
import { folderFiles, PackageReader } from '@kamar/package-format/package-reader'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { translateToPackage } from '../kamar/package.mjs'

/**
 * Converts a DWG to DXF with the product, for viewers that read only DXF; blocks and dimensions are exploded.
 * @param {import('../lib/samples.mjs').Sample} sample
 * @returns {Promise<string>} path of the DXF
 */
export async function dxfTwin(sample) {
  const folder = await translateToPackage(sample)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const drawing = await PackageReader.open(manifest, folderFiles(folder))
  const path = join(folder, `${sample.name}.dxf`)
  const file = createWriteStream(path)
  for await (const chunk of writeExport('dxf', drawing, () => undefined))
    if (!file.write(chunk)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
  return path
}
