import type { FileBundle, FormatDescriptor } from '@kamar/core'

/**
 * Companions of the reader. Without the index it only reports the required files (`missingCompanions`); they are
 * concatenated, because a derivative has more of them than a reader may open.
 */
export const bundleNames: FileBundle = {
  archive: 'derivative.svf',
  index: 'derivative-index.json',
  files: 'derivative-files.bin',
}

/** Descriptor of SVF, the output of Autodesk's cloud; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'svf',
  name: 'SVF',
  order: 1000,
  source: 'service',
  extensions: [],
  optionalExtensions: [],
  dimensions: '3d',
  companions: [],
  versions: ['SVF 1'],
  notRead: [],
  bundle: bundleNames,
  detect: () => 'no',
}
