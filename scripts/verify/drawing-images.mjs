import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeExport } from '../../packages/exporters/dist/index.js'
import { pageOfSheet } from '../../packages/packager/dist/sheets/sheet-page.js'
import { withPackage } from './kamar.mjs'
import { readSheets } from './read-sheets.mjs'

// Compares sheets of DXF files with ezdxf's drawing add-on, and pages of XPS documents with libgxps: both are
// independent of the readers.

const python = '/usr/bin/python3'
const getScriptPath = (name) => new URL(name, import.meta.url).pathname

/** Returns whether Debian's python3-ezdxf and python3-matplotlib are installed. */
export const hasEzdxf = () => spawnSync(python, ['-c', 'import ezdxf, matplotlib, numpy']).status === 0

/** Returns whether Debian's libgxps-utils and python3-matplotlib are installed. */
export const hasXps = () =>
  spawnSync('xpstopng', ['--help']).status === 0 && spawnSync(python, ['-c', 'import matplotlib, numpy']).status === 0

/**
 * Compares the renderings of sheets in both programs; also saves the images in the folder `KAMAR_VERIFY_PICTURES` if it
 * is set.
 */
async function compareImages(path, name, { formatId, isMeant, draw }) {
  const imageFolder = process.env.KAMAR_VERIFY_PICTURES
  return withPackage(path, formatId, async ({ outcome, model }) => {
    if (!outcome.ok) return { failure: outcome.failure.code }
    const sheets = await readSheets(model)
    const results = []
    for (const [number, { info }] of sheets.entries()) {
      if (!isMeant(info)) continue
      const folder = mkdtempSync(join(tmpdir(), 'kamar-sheet-'))
      try {
        const imagePath = join(folder, 'ours.png')
        writeFileSync(imagePath, await exported(model, number))
        const savedPaths = imageFolder ? [join(imageFolder, `${name.replaceAll('/', '-')}-${number + 1}.png`)] : []
        results.push({ sheet: info.name, ...compared([...draw(info, number, imagePath), ...savedPaths]) })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return { results, report: outcome.manifest.report }
  })
}

async function exported(model, number) {
  const chunks = []
  for await (const chunk of writeExport(`sheet-png-${number}`, model, () => undefined)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function compared(parameters) {
  const { status, stdout, stderr } = spawnSync(python, parameters, { encoding: 'utf8' })
  if (status !== 0) return { failure: stderr.trim().split('\n').at(-1) }
  return JSON.parse(stdout)
}

const least = { similarity: 0.95, matchingExpected: 0.95, matchingActual: 0.95 }
const share = (value) => `${(value * 100).toFixed(1)} %`

const alike = (result) => Object.entries(least).every(([measure, value]) => result[measure] >= value)
const formatSimilarity = ({ similarity, alsoTheirs: matchingExpected, alsoOurs: matchingActual }) =>
  `similarity ${similarity.toFixed(3)}, ${share(matchingExpected)} of our ink is theirs, ${share(matchingActual)} of theirs ours`

/** Compares the renderings of a DXF model in both programs. */
export async function compareDrawing(path, name) {
  const draw = (info, _, imagePath) => {
    const { min, max, millimetresPerUnit } = pageOfSheet(info)
    return [
      getScriptPath('draw-dxf.py'),
      path,
      info.name,
      imagePath,
      ...[...min, ...max, millimetresPerUnit].map(String),
    ]
  }
  const isMeant = ({ kind }) => kind === 'model'
  const { failure, results = [], report } = await compareImages(path, name, { formatId: 'dwg', isMeant, draw })
  const [result] = results
  if (failure || !result || result.failure)
    return { status: failure ?? report.status, summary: result?.failure ?? failure ?? 'no model', isSame: false }
  return { status: report.status, summary: formatSimilarity(result), isSame: alike(result) }
}

/** Compares the pages of an XPS document in both programs; `isRefused` if the other one reads none. */
export async function comparePages(path, name) {
  const draw = (_, number, imagePath) => [getScriptPath('draw-xps.py'), path, String(number + 1), imagePath]
  const options = { formatId: 'dwfx', isMeant: () => true, draw }
  const { failure, results = [], report } = await compareImages(path, name, options)
  const comparedSheets = results.filter((result) => !result.failure)
  if (failure || comparedSheets.length === 0)
    return {
      status: failure ?? report.status,
      summary: failure ?? results[0]?.failure ?? 'no pages',
      isSame: false,
      isRefused: !failure,
    }
  const [worst] = comparedSheets.toSorted((one, other) => one.similarity - other.similarity)
  const pages = comparedSheets.length === 1 ? '' : `, the least alike of ${comparedSheets.length} pages`
  return { status: report.status, summary: formatSimilarity(worst) + pages, isSame: comparedSheets.every(alike) }
}
