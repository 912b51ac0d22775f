import { join } from 'node:path'
import { benchFolder } from '../lib/paths.mjs'

const driver = (name) => join(benchFolder, 'translate/drivers', `${name}.mjs`)

/**
 * @typedef {object} Participant
 * @property {string} name
 * @property {string} title
 * @property {string} script
 * @property {(sample: import('../lib/samples.mjs').Sample, folders: { package: string, scratch: string }) => string[]} arguments
 */

/** @type {readonly Participant[]} */
export const participants = [
  {
    name: 'kamar',
    title: 'Kamar',
    script: join(benchFolder, 'kamar/translate.mjs'),
    arguments: (sample, folders) => [sample.path, folders.package],
  },
  {
    name: 'kamarWarm',
    title: 'Kamar, warm pool',
    script: join(benchFolder, 'kamar/translate-warm.mjs'),
    arguments: (sample, folders) => [sample.path, folders.package],
  },
  {
    name: 'fragments',
    title: 'ThatOpen fragments importer',
    script: driver('fragments'),
    arguments: (sample, folders) => [sample.path, join(folders.scratch, 'model.frag')],
  },
  { name: 'webIfc', title: 'web-ifc alone', script: driver('web-ifc'), arguments: (sample) => [sample.path] },
  { name: 'ifcLite', title: 'ifc-lite', script: driver('ifc-lite'), arguments: (sample) => [sample.path] },
]
