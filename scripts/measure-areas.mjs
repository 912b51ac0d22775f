import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { uploadFormats } from '../packages/core/dist/index.js'
import { installedReaders } from '../packages/translation/dist/run/installed-readers.js'
import { measuringReaders } from './verify/mesh-source.mjs'
import { withPackage, placedArea } from './verify/kamar.mjs'

// Prints, for every file below the given folders (or each given file), area and triangles from the reader and in the
// package, and the dropped ones. Run it after `node scripts/build.mjs`.

const paths = process.argv.slice(2)
if (paths.length === 0) {
  console.error('usage: node scripts/measure-areas.mjs FOLDER|FILE…')
  process.exit(2)
}
const listFiles = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { withFileTypes: true }).flatMap((entry) => listFiles(join(path, entry.name)))
    : [path]
const findFormat = (path) =>
  uploadFormats.find(({ extensions }) => extensions.includes(extname(path).toLowerCase()))?.id

const rows = []
for (const path of paths.flatMap((path) => listFiles(path)).toSorted((one, other) => (one < other ? -1 : 1))) {
  const formatId = findFormat(path)
  if (formatId === undefined) continue
  const measured = { area: 0 }
  const started = process.cpuUsage()
  const row = await withPackage(
    path,
    formatId,
    async ({ outcome, model }) => {
      if (!outcome.ok) return null
      const { counts, report, files } = outcome.manifest
      if (counts.placedTriangles === 0) return null
      const cpu = process.cpuUsage(started)
      return {
        file: relative(process.cwd(), path).length < path.length ? relative(process.cwd(), path) : basename(path),
        sourceArea: measured.area,
        packageArea: await placedArea(model),
        sourceTriangles: report.counts.sourceTriangles,
        packageTriangles: report.counts.triangles,
        dropped: report.findings.find(({ code }) => code === 'triangles-left-out')?.details ?? {},
        sceneBytes: files.filter((file) => file.path.startsWith('scene/')).reduce((sum, { size }) => sum + size, 0),
        cpuSeconds: (cpu.user + cpu.system) / 1e6,
      }
    },
    measuringReaders(installedReaders, measured),
  )
  if (row === null) continue
  rows.push(row)
  const difference = ((row.packageArea / row.sourceArea - 1) * 100).toFixed(4)
  const dropped = Object.entries(row.dropped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ')
  console.log(
    [
      row.file,
      `${row.sourceArea.toPrecision(8)} m²`,
      `${difference} %`,
      `${row.sourceTriangles} → ${row.packageTriangles}`,
      `${row.sceneBytes} B`,
      `${row.cpuSeconds.toFixed(1)} s`,
      dropped,
    ].join('\t'),
  )
}
const beyond = rows.filter(({ packageArea, sourceArea }) => Math.abs(packageArea / sourceArea - 1) > 1e-4)
console.log(
  `${rows.length} files with triangles; area beyond 0.01 % in ${beyond.length}: ${beyond.map(({ file }) => file).join(', ')}`,
)
process.exit(0)
