import { exportImage } from '../export-image.js'
import type { ExportJob } from '../export-job.js'
import { createSvg, type SvgChoice } from './create-svg.js'
import { SheetReader } from './read-sheets.js'

/** Creates the lines of the SVG of a package's sheet. */
export async function createPackageSvg({ model, sheet }: ExportJob, choice: SvgChoice): Promise<string[]> {
  const number = sheet ?? 0
  const reader = new SheetReader(model)
  await reader.read(number)
  return createSvg({ drawings: reader.drawings, number }, async (path) => exportImage(await model.file(path)), choice)
}
