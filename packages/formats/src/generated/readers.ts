// Written by scripts/index.mjs (npm run index). Do not edit.
import type { ReaderModule } from '../reader-module.js'

/** Loads the module of a reader when it is needed; the key is the format's id. */
export const readerModules: Readonly<Record<string, () => Promise<ReaderModule>>> = {
  '3dm': () => import('../3dm/reader.js'),
  '3ds': () => import('../3ds/reader.js'),
  'dwf': () => import('../dwf/reader.js'),
  'dwfx': () => import('../dwfx/reader.js'),
  'dwg': () => import('../dwg/reader.js'),
  'fbx': () => import('../fbx/reader.js'),
  'ifc': () => import('../ifc/reader.js'),
  'iges': () => import('../iges/reader.js'),
  'max': () => import('../max/reader.js'),
  'nwd': () => import('../nwd/reader.js'),
  'obj': () => import('../obj/reader.js'),
  'rvt': () => import('../rvt/reader.js'),
  'sat': () => import('../sat/reader.js'),
  'skp': () => import('../skp/reader.js'),
  'step': () => import('../step/reader.js'),
  'stl': () => import('../stl/reader.js'),
  'svf': () => import('../svf/reader.js'),
}
