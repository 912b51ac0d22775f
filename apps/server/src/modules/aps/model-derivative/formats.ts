import type { OutputType } from '@kamar/contracts/aps'
import { type FormatMetadata, uploadFormats } from '@kamar/contracts'

const listExtensions = (formats: readonly FormatMetadata[]): string[] =>
  [...new Set(formats.flatMap(({ extensions, optionalExtensions }) => [...extensions, ...optionalExtensions]))]
    .map((extension) => extension.slice(1))
    .sort()

const modelExtensions = listExtensions(uploadFormats.filter(({ previewOnly }) => previewOnly !== true))

const drawings = listExtensions(
  uploadFormats.filter(({ previewOnly, dimensions }) => previewOnly !== true && dimensions !== '3d'),
)

/** Source extensions (lower case, without the dot) per supported output. */
export const supportedFormats: Readonly<Partial<Record<OutputType, readonly string[]>>> = {
  svf: modelExtensions,
  svf2: modelExtensions,
  glb: modelExtensions,
  usdz: modelExtensions,
  '3dtiles': modelExtensions,
  obj: modelExtensions,
  stl: modelExtensions,
  pdf: drawings,
  svg: drawings,
  dxf: listExtensions(uploadFormats.filter(({ id }) => id === 'dwg')),
  thumbnail: listExtensions(uploadFormats),
}

/**
 * Explains why these outputs are unavailable for a file with this extension, given with its dot; returns null when all
 * are supported.
 */
export function whyNotMade(outputs: readonly string[], extension: string): string | null {
  const source = extension.slice(1)
  for (const output of outputs) {
    const sources = Object.hasOwn(supportedFormats, output) ? supportedFormats[output as OutputType] : undefined
    if (sources === undefined) return `The output ${output} cannot be made`
    if (!sources.includes(source))
      return `The output ${output} cannot be made of ${source === '' ? 'this file' : source}`
  }
  return null
}
