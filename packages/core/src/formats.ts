import type { FormatMetadata } from './format-metadata.js'
import { formats } from './generated/formats.js'

/**
 * The formats of the specification (section 5) in its order; two extensions of one format share an entry. Allow-lists,
 * upload controls and documentation derive from it.
 */
export const uploadFormats: readonly FormatMetadata[] = formats.filter(({ source }) => source === 'upload')

/** The twenty extensions, lower case with the dot, in the specification's order. */
export const uploadExtensions: readonly string[] = uploadFormats.flatMap(({ extensions }) => extensions)

/** Returns the extension of a file name, lower case with the dot; '' when there is none. */
export function getFileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot <= 0 ? '' : fileName.slice(dot).toLowerCase()
}

/** Finds the format for a file name's extension; undefined when it is not one of the twenty. */
export function findUploadFormat(fileName: string): FormatMetadata | undefined {
  const extension = getFileExtension(fileName)
  return uploadFormats.find((format) => format.extensions.includes(extension))
}

/** Finds the format that accepts an extension (with its dot), be it one of the twenty or an optional one. */
export function findFormatByExtension(extension: string): FormatMetadata | undefined {
  const accepts = (format: FormatMetadata): boolean =>
    format.extensions.includes(extension) || format.optionalExtensions.includes(extension)
  return uploadFormats.find(accepts)
}

/** Returns the name of a format, or its id when it is unknown. */
export const formatName = (id: string): string => formats.find((format) => format.id === id)?.name ?? id
