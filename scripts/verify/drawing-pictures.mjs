import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeExport } from '../../packages/derivatives/dist/index.js'
import { pageOfSheet } from '../../packages/derivatives/dist/sheets/sheet-page.js'
import { withPackage } from './kamar.mjs'
import { readSheets } from './read-sheets.mjs'

// Sheets of DXF files against what the drawing add-on of ezdxf makes of them, which shares no code with the readers.

const python = '/usr/bin/python3'
const script = new URL('draw-dxf.py', import.meta.url).pathname

/** Whether Debian's python3-ezdxf and python3-matplotlib are there. */
export const hasEzdxf = () => spawnSync(python, ['-c', 'import ezdxf, matplotlib, numpy']).status === 0

/** How alike the model of a DXF looks in both programs; the pictures are kept in `keep` when it is given. */
export async function comparePictures(path, name, keep) {
  return withPackage(path, 'dwg', async ({ outcome, model }) => {
    if (!outcome.ok) return { failure: outcome.failure.code }
    const sheets = await readSheets(model)
    const results = []
    for (const [number, { info }] of sheets.entries()) {
      if (info.kind !== 'model') continue
      const folder = mkdtempSync(join(tmpdir(), 'kamar-sheet-'))
      try {
        const picture = join(folder, 'ours.png')
        writeFileSync(picture, await exported(model, number))
        const kept = keep ? [join(keep, `${name.replaceAll('/', '-')}.png`)] : []
        results.push({ sheet: info.name, ...drawAndCompare(path, info, picture, kept) })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    return { results, report: outcome.manifest.report }
  })
}

async function exported(model, number) {
  const pieces = []
  for await (const piece of writeExport(`sheet-png-${number}`, model, () => undefined)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function drawAndCompare(path, info, picture, kept) {
  const { min, max, millimetresPerUnit } = pageOfSheet(info)
  const numbers = [...min, ...max, millimetresPerUnit].map(String)
  const { status, stdout, stderr } = spawnSync(python, [script, path, info.name, picture, ...numbers, ...kept])
  if (status !== 0) return { failure: stderr.toString().trim().split('\n').at(-1) }
  return JSON.parse(stdout.toString())
}

const least = { similarity: 0.95, alsoTheirs: 0.95, alsoOurs: 0.95 }
const share = (value) => `${(value * 100).toFixed(1)} %`

/** Whether the model of a DXF looks alike in both programs. */
export async function pictureVerdict(path, name) {
  const { failure, results = [], report } = await comparePictures(path, name, process.env.KAMAR_VERIFY_PICTURES)
  const [result] = results
  if (failure || !result || result.failure)
    return { status: failure ?? report.status, words: result?.failure ?? failure ?? 'no model', isSame: false }
  const { similarity, alsoTheirs, alsoOurs } = result
  return {
    status: report.status,
    words: `similarity ${similarity.toFixed(3)}, ${share(alsoTheirs)} of our ink is theirs, ${share(alsoOurs)} of theirs ours`,
    isSame: Object.entries(least).every(([measure, value]) => result[measure] >= value),
  }
}
