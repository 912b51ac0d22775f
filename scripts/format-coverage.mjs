// Reads every sample and records, by format and release, how many are displayed completely, partially or by their
// preview image alone (docs/formats/measured.json), and the page generated from that and the format descriptors. Format
// ids limit the measurement to these formats; `--page`: the page alone; `--check`: exit code 1 if the page is out of
// date.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { formatPage } from './lib/format-page.mjs'
import { findVersion } from './lib/format-versions.mjs'

const target = (name) => new URL(`../docs/formats/${name}`, import.meta.url)
const samples = process.env.KAMAR_SAMPLES ?? new URL('../../shared/samples', import.meta.url).pathname
/** Maximum sample size: larger ones cost more than they reveal. */
const maxBytes = 80 * 1024 * 1024

const filesIn = (folder) =>
  readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesIn(path) : [path]
    })

/** Returns the companion files beside a file: material libraries, images, fonts. */
const listCompanions = (path) =>
  Object.fromEntries(
    readdirSync(dirname(path))
      .filter((name) => /\.(mtl|png|jpe?g|tga|bmp|shx|ttf|bin)$/i.test(name))
      .map((name) => [name, new Uint8Array(readFileSync(join(dirname(path), name)))]),
  )

const newRow = () => ({ files: 0, complete: 0, partial: 0, preview: 0, refused: 0, leftOut: {} })

function count(row, report, failure) {
  row.files++
  row[report?.nothingDrawn ? 'preview' : (report?.status ?? 'refused')]++
  for (const { kind, reason } of report?.skipped ?? []) row.leftOut[`${kind}: ${reason}`] = true
  if (failure) row.leftOut[failure.code] = true
}

const countFiles = (formats) =>
  Object.values(formats)
    .flat()
    .reduce((sum, { files }) => sum + files, 0)

async function measure(only) {
  const { formatDescriptors, loadReader } = await import('../packages/formats/dist/index.js')
  const { runReader } = await import('../packages/test-kit/dist/suites/reader-run.js')
  const rows = {}
  for (const path of filesIn(samples)) {
    const extension = extname(path).toLowerCase()
    const descriptor = formatDescriptors.find(({ extensions }) => extensions.includes(extension))
    if (!descriptor || (only.length > 0 && !only.includes(descriptor.id)) || statSync(path).size > maxBytes) continue
    const bytes = new Uint8Array(readFileSync(path))
    const companions = listCompanions(path)
    const reader = await loadReader(descriptor.id)
    const { report, failure, scene } = await runReader(reader, bytes, { name: basename(path), companions })
    if (failure?.code === 'not-this-format') continue
    const version = findVersion(descriptor.id, bytes, scene) || 'not stated'
    count(((rows[descriptor.id] ??= {})[version] ??= newRow()), report, failure)
    process.stderr.write(`${descriptor.id} ${version} ${report?.status ?? failure?.code} ${basename(path)}\n`)
  }
  const measured = Object.fromEntries(
    Object.entries(rows).map(([id, versions]) => [
      id,
      Object.entries(versions)
        .map(([version, row]) => ({ version, ...row, leftOut: Object.keys(row.leftOut).toSorted() }))
        .toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true })),
    ]),
  )
  const storedFormats = only.length > 0 ? JSON.parse(readFileSync(target('measured.json'), 'utf8')).formats : {}
  const formats = Object.fromEntries(
    Object.entries({ ...storedFormats, ...measured }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const content = { date: new Date().toISOString().slice(0, 10), files: countFiles(formats), formats }
  writeFileSync(target('measured.json'), `${JSON.stringify(content, null, 2)}\n`)
}

const page = async () => writeFileSync(target('README.md'), await formatPage())
if (process.argv.includes('--check')) {
  if (readFileSync(target('README.md'), 'utf8') !== (await formatPage())) {
    console.error('docs/formats/README.md is out of date. Run: node scripts/format-coverage.mjs --page')
    process.exitCode = 1
  }
} else {
  if (!process.argv.includes('--page')) await measure(process.argv.slice(2))
  await page()
  // Readers keep threads alive for the next file.
  process.exit()
}
