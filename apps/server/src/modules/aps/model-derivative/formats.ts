import type { OutputType } from '@kamar/aps'
import { exporters, type FormatMetadata, suitsFormat, uploadFormats } from '@kamar/core'

const listExtensions = (formats: readonly FormatMetadata[]): string[] =>
  [...new Set(formats.flatMap(({ extensions, optionalExtensions }) => [...extensions, ...optionalExtensions]))]
    .map((extension) => extension.slice(1))
    .sort()

const readFormats = uploadFormats.filter(({ previewOnly }) => previewOnly !== true)

const exportSources = exporters.flatMap((exporter) => {
  const formats = readFormats.filter((format) => suitsFormat(exporter, format))
  return exporter.output === undefined ? [] : [[exporter.output, listExtensions(formats)] as const]
})

/** Source extensions (lower case, without the dot) per supported output. */
export const supportedFormats: Readonly<Partial<Record<OutputType, readonly string[]>>> = {
  svf: listExtensions(readFormats),
  svf2: listExtensions(readFormats),
  ...Object.fromEntries(exportSources),
  thumbnail: listExtensions(uploadFormats),
}

/**
 * Explains why these outputs are unavailable for a file with this extension, given with its dot; returns null when all
 * are supported.
 */
export function findUnavailableReason(outputs: readonly string[], extension: string): string | null {
  const source = extension.slice(1)
  for (const output of outputs) {
    const sources = Object.hasOwn(supportedFormats, output) ? supportedFormats[output as OutputType] : undefined
    if (sources === undefined) return `The output ${output} cannot be made`
    if (!sources.includes(source))
      return `The output ${output} cannot be made of ${source === '' ? 'this file' : source}`
  }
  return null
}
