export { readAcisBytes, type AcisBody, type AcisModel } from './acis-model.js'
export type { AcisLump } from './lump.js'
