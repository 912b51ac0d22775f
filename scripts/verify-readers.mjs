import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { buildAll } from './lib/build.mjs'
import { ensureDependencies, ensureDebianPackages } from './lib/requirements.mjs'
import { root } from './lib/run.mjs'

// Compares the readers' results for every sample with independent programs: box, area, triangles; for drawings the
// entities in a DXF of the same drawing, and the rendering of a DXF or an XPS page. Navisworks files state properties
// of each of their shapes: they are compared with their own statements. 3ds Max scenes are compared with recorded data
// of their exports. At the end: the cost of reading the largest file of each closed format, compared with only
// inflating its compressed streams.

const tolerance = { size: 0.005, area: 0.01, triangles: 0.001 }
const witnessOf = {
  '.step': ['step', 'Open CASCADE'],
  '.stp': ['step', 'Open CASCADE'],
  '.iges': ['iges', 'Open CASCADE'],
  '.igs': ['iges', 'Open CASCADE'],
  '.obj': ['obj', 'assimp'],
  '.stl': ['stl', 'assimp'],
  '.fbx': ['fbx', 'assimp'],
  '.3ds': ['3ds', 'assimp'],
  '.3dm': ['3dm', null],
  '.sat': ['sat', null],
  '.sab': ['sat', null],
  '.nwd': ['nwd', 'itself'],
  '.nwc': ['nwd', 'itself'],
  '.rvt': ['rvt', "Revit's IFC"],
  '.max': ['max', 'its glTF'],
  '.skp': ['skp', 'its STL'],
  '.dwg': ['dwg', 'its DXF'],
  '.dxf': ['dwg', 'ezdxf'],
  '.dwfx': ['dwfx', 'libgxps'],
  '.xps': ['dwfx', 'libgxps'],
}

const samples = resolve(root, process.env.KAMAR_SAMPLES ?? '../shared/samples')
if (!existsSync(samples)) {
  console.log(`There are no samples in ${samples}: set KAMAR_SAMPLES to their folder.`)
  process.exit(0)
}
await ensureDependencies()
await buildAll()
await ensureDebianPackages({
  assimp: 'assimp-utils',
  'occt-draw-7.6': 'occt-draw',
  ezdxf: 'python3-ezdxf',
  xpstopng: 'libgxps-utils',
})
// Loaded before any reader, as it intercepts their inflation.
const { streamCosts } = await import('./verify/stream-costs.mjs')
const { measureModel } = await import('./verify/kamar.mjs')
const { assimpWitness } = await import('./verify/assimp.mjs')
const { maxExport } = await import('./verify/max-export.mjs')
const { sketchUpPair } = await import('./verify/sketchup-pair.mjs')
const { revitPair } = await import('./verify/revit-pair.mjs')
const { openCascadeWitness } = await import('./verify/open-cascade.mjs')
const { ownDifferences } = await import('./verify/navisworks.mjs')
const { findTwin, verifyTwin } = await import('./verify/drawing-twins.mjs')
const { hasEzdxf, hasXps, comparePages, compareDrawing } = await import('./verify/drawing-images.mjs')
const reasons = JSON.parse(readFileSync(join(root, 'scripts/verify/exceptions.json'), 'utf8'))

const readWitness = (name, path, formatId, actual) =>
  name === 'assimp' ? assimpWitness(path, actual) : openCascadeWitness(path, formatId)

const isNear = (actual, expected, share) =>
  Math.abs(actual - expected) <= share * Math.max(Math.abs(actual), Math.abs(expected))

/** Returns sides in metres, shortest first: programs disagree about which axis is up, not about lengths. */
const sortSides = (size, unitMetres) => size.map((side) => side * unitMetres).toSorted((a, b) => a - b)

function differences(actual, expected) {
  const differenceList = []
  const [ownSides, other] = [sortSides(actual.size, 1), sortSides(expected.size, expected.unitMetres)]
  const longest = Math.max(...other)
  if (ownSides.some((side, at) => Math.abs(side - other[at]) > tolerance.size * longest)) {
    differenceList.push(`box ${ownSides.map(short).join(' × ')} against ${other.map(short).join(' × ')} m`)
  }
  if (!isNear(actual.areaSquareMetres, expected.areaSquareMetres, tolerance.area)) {
    differenceList.push(`area ${short(actual.areaSquareMetres)} against ${short(expected.areaSquareMetres)} m²`)
  }
  // A reader counts the triangles it reads, a package those of its instances; the reference program reports one of
  // both.
  const counted = [actual.triangles, actual.placedTriangles]
  if (expected.triangles && !counted.some((count) => isNear(count, expected.triangles, tolerance.triangles))) {
    differenceList.push(`triangles ${counted.join(' or ')} against ${expected.triangles}`)
  }
  return differenceList
}

const short = (value) => Number(value.toPrecision(5))

async function verifyItself(path) {
  const { all, different } = await ownDifferences(path)
  return different.length === 0
    ? { outcome: 'agrees', summary: `all of ${all}` }
    : { outcome: 'differs', summary: different.join('; ') }
}

async function verifyFile(path, name) {
  const [formatId, witness] = witnessOf[extname(name).toLowerCase()]
  if (formatId === 'dwg') return verifyDrawing(path, name)
  if (formatId === 'dwfx') return verifyDocument(path, name)
  if (formatId === 'rvt' && existsSync(path.replace(/\.rvt$/, '.ifc'))) return verifyPair(path, name)
  if (formatId === 'max') return verifyExport(path, name)
  if (formatId === 'skp') return verifyStl(path, name)
  const actual = await measureModel(path, formatId)
  const row = { name, witness: witness ?? 'none', status: actual.status }
  if (witness === null || formatId === 'rvt')
    return { ...row, outcome: 'unwitnessed', summary: 'no independent reader can be installed' }
  if (witness === 'itself') return { ...row, ...(await verifyItself(path)) }
  if (!actual.size) return { ...row, outcome: 'differs', summary: 'was not read' }
  const expected = await readWitness(witness, path, formatId, actual)
  if (expected === null) return { ...row, outcome: 'unwitnessed', summary: `${witness} does not read it` }
  const differenceList = differences(actual, expected)
  return {
    ...row,
    outcome: differenceList.length === 0 ? 'agrees' : 'differs',
    summary: differenceList.join('; '),
  }
}

/** Compares a project element by element with the IFC that its own program exported. */
async function verifyPair(path, name) {
  const { status, differences, summary } = await revitPair(path)
  const outcome = differences.length === 0 ? 'agrees' : 'differs'
  return { name, witness: "Revit's IFC", status, outcome, summary: differences.join('; ') || summary }
}

const isPictured = hasEzdxf()
if (!isPictured) console.log('Pictures of DXF are not compared: install python3-ezdxf and python3-matplotlib.')
const canDrawXps = hasXps()
if (!canDrawXps) console.log('Pages of XPS are not compared: install libgxps-utils and python3-matplotlib.')
const twins = { declared: 0, missing: 0 }

/** Compares a drawing with its twin in the other of the two formats, and a DXF with another program's rendering. */
async function verifyDrawing(path, name) {
  const isTwin = name.toLowerCase().endsWith('.dwg')
  if (!isTwin && !isPictured)
    return { name, witness: 'ezdxf', status: '', outcome: 'unwitnessed', summary: 'ezdxf is not installed' }
  const result = await (isTwin ? verifyTwin(path) : compareDrawing(path, name))
  twins.declared += result.stated ?? 0
  twins.missing += result.missingCount ?? 0
  const outcome = result.isSame ? 'agrees' : result.isRefused ? 'unwitnessed' : 'differs'
  return {
    name,
    witness: isTwin ? 'its DXF' : 'ezdxf',
    status: result.status,
    outcome,
    summary: result.summary,
  }
}

/** Compares a paged document with another program's rendering. */
async function verifyDocument(path, name) {
  const witness = 'libgxps'
  if (!canDrawXps) return { name, witness, status: '', outcome: 'unwitnessed', summary: 'libgxps is not installed' }
  const { isSame, isRefused, status, summary } = await comparePages(path, name)
  return { name, witness, status, outcome: isSame ? 'agrees' : isRefused ? 'unwitnessed' : 'differs', summary }
}

/** Compares a 3ds Max scene object by object with recorded data of its export. */
async function verifyExport(path, name) {
  const { status, pair, differences, summary } = await maxExport(path)
  const witness = 'its glTF'
  if (!pair) return { name, witness: 'none', status, outcome: 'unwitnessed', summary: 'no export of it is known' }
  const outcome = differences.length === 0 ? 'agrees' : 'differs'
  return { name, witness, status, outcome, summary: differences.join('; ') || summary }
}

/** Compares a SketchUp model with the STL that SketchUp exported. */
async function verifyStl(path, name) {
  const { status, isUnpaired, differences, summary } = await sketchUpPair(path)
  const outcome = isUnpaired ? 'unwitnessed' : differences.length === 0 ? 'agrees' : 'differs'
  return { name, witness: 'its STL', status, outcome, summary: differences.join('; ') || summary }
}

const files = readdirSync(samples, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && Object.hasOwn(witnessOf, extname(entry.name).toLowerCase()))
  .map(({ parentPath, name }) => ({
    path: join(parentPath, name),
    name: `${parentPath.slice(samples.length + 1)}/${name}`,
  }))
  .filter(({ path, name }) => !/\.dwg$/i.test(name) || findTwin(path) !== null)
  .filter(({ name }) => process.argv.slice(2).every((filter) => name.includes(filter)))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const counts = { agrees: 0, explained: 0, unwitnessed: 0, differs: 0 }
for (const { path, name } of files) {
  const row = await verifyFile(path, name)
  const reason = row.outcome === 'differs' ? reasons[name] : undefined
  const outcome = reason ? 'explained' : row.outcome
  counts[outcome]++
  console.log(
    [outcome.padEnd(11), row.witness.padEnd(12), row.status.padEnd(9), name, row.summary, reason ?? '']
      .join('  ')
      .trimEnd(),
  )
}
console.log(
  `${files.length} samples: ${counts.agrees} agree, ${counts.explained} differ for a known reason, ${counts.unwitnessed} have no witness, ${counts.differs} differ`,
)
if (twins.declared > 0) console.log(`${twins.missing} of ${twins.declared} entities of drawings are missing`)
for (const line of await streamCosts(files)) console.log(line)
process.exit(counts.differs === 0 ? 0 : 1)
