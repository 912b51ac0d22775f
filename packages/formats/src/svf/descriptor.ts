import type { FormatDescriptor } from '@kamar/core'

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
  detect: () => 'no',
}
