import { basename, dirname } from 'node:path'
import { packageOf } from '../kamar/package.mjs'
import { fragOf, glbOf, xktOf } from './convert/index.mjs'

/**
 * @typedef {object} Participant
 * @property {string} name   of its page in `pages/`
 * @property {string} title  as it stands in tables
 * @property {'y' | 'z'} upAxis
 * @property {(sample: import('../lib/samples.mjs').Sample) => Promise<{ folder: string, entry: string }>} prepare
 *   makes what the viewer loads: a folder, and the name in it
 */

const asEntry = (path) => ({ folder: `${dirname(path)}/`, entry: basename(path) })

/** @type {readonly Participant[]} */
export const participants = [
  {
    name: 'kamar',
    title: 'Kamar',
    upAxis: 'z',
    prepare: async (sample) => ({ folder: await packageOf(sample), entry: '' }),
  },
  {
    name: 'thatopen',
    title: 'ThatOpen fragments',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await fragOf(sample)),
  },
  {
    name: 'xeokit',
    title: 'xeokit',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await xktOf(sample)),
  },
  {
    name: 'online3dviewer',
    title: 'Online3DViewer',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await glbOf(sample)),
  },
]
