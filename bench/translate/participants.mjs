import { join } from 'node:path'
import { benchFolder } from '../lib/paths.mjs'

const driver = (name) => join(benchFolder, 'translate/drivers', `${name}.mjs`)

/**
 * @typedef {object} Participant
 * @property {string} name
 * @property {string} title
 * @property {string} script
 * @property {readonly string[]} formats  formats that it reads
 * @property {(sample: import('../lib/samples.mjs').Sample, folders: { package: string, scratch: string }) => string[]}
 * arguments
 */

/** @type {readonly Participant[]} */
export const participants = [
  {
    name: 'kamar',
    title: 'Kamar',
    script: join(benchFolder, 'kamar/translate.mjs'),
    formats: ['ifc', 'step', 'fbx', 'obj', '3dm', 'sat'],
    arguments: (sample, folders) => [sample.path, folders.package, sample.format],
  },
  {
    name: 'kamarRead',
    title: 'Kamar, reader alone',
    script: join(benchFolder, 'kamar/read.mjs'),
    formats: ['fbx', 'obj'],
    arguments: (sample) => [sample.path, sample.format],
  },
  {
    name: 'kamarWarm',
    title: 'Kamar, warm pool',
    script: join(benchFolder, 'kamar/translate-warm.mjs'),
    formats: ['ifc', 'step'],
    arguments: (sample, folders) => [sample.path, folders.package, sample.format],
  },
  {
    name: 'fragments',
    title: 'ThatOpen fragments importer',
    script: driver('fragments'),
    formats: ['ifc'],
    arguments: (sample, folders) => [sample.path, join(folders.scratch, 'model.frag')],
  },
  {
    name: 'webIfc',
    title: 'web-ifc alone',
    script: driver('web-ifc'),
    formats: ['ifc'],
    arguments: (sample) => [sample.path],
  },
  {
    name: 'ifcLite',
    title: 'ifc-lite',
    script: driver('ifc-lite'),
    formats: ['ifc'],
    arguments: (sample) => [sample.path],
  },
  {
    name: 'occt',
    title: 'occt-import-js',
    script: driver('occt-import-js'),
    formats: ['step'],
    arguments: (sample) => [sample.path],
  },
  {
    name: 'three',
    title: 'three.js loader',
    script: driver('three'),
    formats: ['fbx', 'obj'],
    arguments: (sample) => [sample.path],
  },
  {
    name: 'rhino3dm',
    title: 'rhino3dm',
    script: driver('rhino3dm'),
    formats: ['3dm'],
    arguments: (sample) => [sample.path],
  },
]

/** Returns the participants that read a format. */
export const participantsFor = (format) => participants.filter(({ formats }) => formats.includes(format))
