import { existsSync, readFileSync } from 'node:fs'
import { withPackage } from './kamar.mjs'
import { readSheets } from './read-sheets.mjs'

// Drawings saved both as DWG and as DXF must have the same content. The DXF is counted line by line, parsing only the
// name, the handle and the visibility of its entities.

const endings = ['.dxf', '_truth.dxf', '_ascii.dxf']
/** Returns the DXF twin of a DWG; null if there is none beside it. */
export const findTwin = (path) =>
  endings.map((end) => path.replace(/\.dwg$/i, end)).find((twin) => existsSync(twin)) ?? null

const partsOfOthers = /^(VERTEX|SEQEND|ATTRIB|ENDBLK|BLOCK)$/
const notSeen = /^(LIGHT|SUN|CAMERA)$/
const proxy = 'proxy'
/** Equivalent names; DXF of release 13 has neither tables nor arc length dimensions, but their blocks. */
const minOverlap = { TRACE: 'SOLID', ACAD_PROXY_ENTITY: proxy }
const olderNames = { ACAD_TABLE: 'INSERT', ARC_DIMENSION: 'INSERT' }

/** Parses records of a text DXF: a name and its content up to the next one, codes with the first value of each. */
function* parseRecords(bytes) {
  const lines = new TextDecoder('windows-1252').decode(bytes).split(/\r?\n/)
  let record = null
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [code, value] = [Number(lines[at]), lines[at + 1].trim()]
    if (code !== 0) {
      if (record && !(code in record)) record[code] = value
      if (value === '$ACADVER') yield { name: 'version', 1: lines[at + 3]?.trim() }
      continue
    }
    if (record) yield record
    record = { name: value }
  }
  if (record) yield record
}

/** Counts entities of all spaces of a text DXF by name. */
export function countDxf(bytes) {
  const counts = new Map()
  let [section, block, version] = ['', '', '']
  for (const record of parseRecords(bytes)) {
    const { name } = record
    if (name === 'version') version = record[1]
    else if (name === 'SECTION') section = record[2]
    else if (name === 'ENDSEC') section = ''
    else if (name === 'BLOCK') block = record[2]
    else if (isSpace(section, block) && isCounted(record)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return { counts, isOld: version !== '' && version < 'AC1015' }
}

const isSpace = (section, block) =>
  section === 'ENTITIES' || (section === 'BLOCKS' && /^[*$](paper|model)_space/i.test(block))

const isCounted = (entity) =>
  !partsOfOthers.test(entity.name) &&
  !notSeen.test(entity.name) &&
  Number(entity[60]) !== 1 &&
  // The first viewport of a layout is its paper; it has no number in a layout that was never opened.
  !(entity.name === 'VIEWPORT' && Number(entity[69]) <= 1)

/** Counts entities of all sheets of a drawing by name. */
async function countDrawing(path) {
  return withPackage(path, 'dwg', async ({ model, outcome }) => {
    const counts = new Map()
    if (!outcome.ok)
      return { counts, status: outcome.failure.code, isRefused: outcome.failure.code === 'unsupported-version' }
    for (const { entities } of await readSheets(model)) {
      for (let entity = 0; entity < entities.count; entity++) {
        const type = entities.type(entity)
        counts.set(type, (counts.get(type) ?? 0) + 1)
      }
    }
    return { counts, status: outcome.manifest.report.status }
  })
}

function renamed(counts, names) {
  const result = new Map()
  for (const [name, count] of counts) result.set(names[name] ?? name, (result.get(names[name] ?? name) ?? 0) + count)
  return result
}

/** Returns entities that the DXF contains and the drawing lacks, and vice versa. */
export async function compareTwins(path, twin) {
  const declared = countDxf(readFileSync(twin))
  const names = { ...minOverlap, ...(declared.isOld ? olderNames : {}) }
  const expected = renamed(declared.counts, names)
  const drawing = await countDrawing(path)
  if (drawing.isRefused) return { status: drawing.status, isRefused: true }
  const actual = renamed(drawing.counts, names)
  const proxies = expected.get(proxy) ?? 0
  expected.delete(proxy)
  const [missing, more] = [rest(expected, actual), rest(actual, expected)]
  // Proxies of the program that wrote the DXF have their own names in the drawing.
  const unnamedCount = Math.max(0, proxies - sum(more))
  if (unnamedCount > 0) missing.set(proxy, unnamedCount)
  return {
    declared: sum(expected) + proxies,
    found: sum(actual),
    missing,
    more: sum(more) > proxies ? more : new Map(),
    missingCount: sum(missing),
    status: drawing.status,
  }
}

const sum = (counts) => [...counts.values()].reduce((all, count) => all + count, 0)

const rest = (one, other) =>
  new Map([...one].map(([name, count]) => [name, count - (other.get(name) ?? 0)]).filter(([, count]) => count > 0))

const formatCounts = (counts) => [...counts].map(([name, count]) => `${count} ${name}`).join(', ')

/** Returns whether a DWG has the content of its DXF twin. */
export async function verifyTwin(path) {
  const result = await compareTwins(path, findTwin(path))
  if (result.isRefused)
    return { status: result.status, summary: 'older than what is read', isSame: false, isRefused: true }
  const { declared, found: actual, missing, more, missingCount } = result
  const differences = [
    ...(missing.size > 0 ? [`lacks ${formatCounts(missing)}`] : []),
    ...(more.size > 0 ? [`has ${formatCounts(more)} more`] : []),
  ]
  const counted = `${actual} of ${declared} entities`
  return {
    status: result.status,
    stated: declared,
    missingCount,
    summary: [counted, ...differences].join('; '),
    isSame: differences.length === 0,
  }
}
