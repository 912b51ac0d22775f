import { basename, dirname } from 'node:path'
import { translateToPackage } from '../kamar/package.mjs'
import { convertToFrag, convertToGlb, convertToXkt } from './convert/index.mjs'

/**
 * @typedef {object} Participant
 * @property {string} name   name of its page in `pages/`
 * @property {string} title  title in tables
 * @property {'y' | 'z'} upAxis
 * @property {(sample: import('../lib/samples.mjs').Sample) => Promise<{ folder: string, entry: string }>} prepare
 *   creates the files that the viewer loads: a folder, and the entry file in it
 */

const asEntry = (path) => ({ folder: `${dirname(path)}/`, entry: basename(path) })

/** @type {readonly Participant[]} */
export const participants = [
  {
    name: 'kamar',
    title: 'Kamar',
    upAxis: 'z',
    prepare: async (sample) => ({ folder: await translateToPackage(sample), entry: '' }),
  },
  {
    name: 'thatopen',
    title: 'ThatOpen fragments',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await convertToFrag(sample)),
  },
  {
    name: 'xeokit',
    title: 'xeokit',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await convertToXkt(sample)),
  },
  {
    name: 'online3dviewer',
    title: 'Online3DViewer',
    upAxis: 'y',
    prepare: async (sample) => asEntry(await convertToGlb(sample)),
  },
]
