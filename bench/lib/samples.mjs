import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { logProgress } from './log.mjs'
import { madeSamplePaths, makeSample } from './made-samples.mjs'
import { cacheFolder, root, samplesFolder } from './paths.mjs'

/** A building of our own, so that something can be measured where the real files are absent. */
const fixture = join(root, 'packages/formats/src/ifc/fixtures/house.ifc')
const sampleFolders = ['ifc', 'ifc-large', 'step', 'stp', 'fbx', 'obj', '3dm', 'sat', 'sab', 'dwg']
const measuredFiles = /\.(ifc|step|stp|fbx|obj|3dm|sat|sab|dwg)(\.gz)?$/i
const otherNames = { stp: 'step', sab: 'sat' }
const defaultFiles = {
  translate: [
    'Duplex_A.ifc',
    'ISSUE_021_Mini_Project.ifc',
    'Office_A_20110811.ifc',
    'Sched_ROOT-houten-kozijnen.ifc',
    'ACCA_Rail_02.ifc',
    'sprinklers.ifc.gz',
    'clinic.ifc.gz',
  ],
  view: ['Office_A_20110811.ifc', 'sprinklers.ifc.gz', 'clinic.ifc.gz'],
  growth: ['clinic.ifc.gz'],
  drawings: ['libredwg_Dynblocks_2018.dwg', 'mlight_canteen_2007.dwg', 'gh_Cherryberry_3D_residential.dwg'],
}

/**
 * @typedef {object} Sample
 * @property {string} name  short name used in rows: `clinic`, `Office_A_20110811`
 * @property {string} path  the unpacked file
 * @property {'ifc' | 'step' | 'fbx' | 'obj' | '3dm' | 'sat' | 'dwg'} format
 * @property {number} bytes
 * @property {string} sha256
 */

const asPattern = (glob) =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'i',
  )

const listNames = (path) => [basename(path), basename(path).replace(/\.gz$/, ''), shortName(path), path]
const shortName = (path) =>
  basename(path)
    .replace(/\.gz$/, '')
    .replace(/\.(ifc|step|stp|fbx|obj|3dm|sat|sab|dwg)$/i, '')

function getFormat(path) {
  const extension = extname(path).slice(1).toLowerCase()
  return otherNames[extension] ?? extension
}

function allSamplePaths() {
  const samplePaths = sampleFolders
    .map((folder) => join(samplesFolder, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => measuredFiles.test(path))
  return [...samplePaths, ...madeSamplePaths(), fixture]
}

/** @param {string} path */
export async function computeSha256(path) {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

async function unpacked(path) {
  if (!path.endsWith('.gz')) return path
  const target = join(cacheFolder, 'samples', (await computeSha256(path)).slice(0, 16), basename(path, '.gz'))
  if (existsSync(target)) return target
  mkdirSync(dirname(target), { recursive: true })
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(`${target}.part`))
  renameSync(`${target}.part`, target)
  return target
}

/**
 * Returns the files to measure, smallest first. Returns none and prints a message when the samples are not on this
 * machine.
 * @param {import('./options.mjs').BenchOptions} options
 * @returns {Promise<Sample[]>}
 */
export async function chooseSamples(options) {
  const globs = options.files?.split(',').map((glob) => glob.trim()) ?? defaultFiles[options.work]
  const patterns = globs.map(asPattern)
  const samplePaths = allSamplePaths().filter((path) =>
    patterns.some((pattern) => listNames(path).some((name) => pattern.test(name))),
  )
  if (samplePaths.length === 0)
    logProgress(`No sample file matches ${globs.join(', ')} in ${samplesFolder} (KAMAR_SAMPLES).`)
  const samples = []
  for (const path of samplePaths) {
    await makeSample(path)
    const file = await unpacked(path)
    samples.push({
      name: shortName(path),
      path: file,
      format: getFormat(file),
      bytes: statSync(file).size,
      sha256: await computeSha256(file),
    })
  }
  return samples.sort((a, b) => a.bytes - b.bytes)
}
