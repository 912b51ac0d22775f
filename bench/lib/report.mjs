import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { resultsFolder, root } from './paths.mjs'
import { allFigures } from './rows.mjs'

const git = (...parameters) => {
  try {
    return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

const formatValue = (value) => (value === null ? '–' : String(value))
const formatOutcome = ({ met: isReached, reason }) =>
  reason ?? (isReached === null ? '' : isReached ? 'reached' : 'missed')
const titled = ({ figure, unit }) => (unit === '' ? figure : `${figure}, ${unit}`)

/** Aligns columns under their headings. @param {readonly string[][]} lines */
function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats rows with a goal, one line each. */
function goalTable(rows) {
  const lines = rows.map((row) => [
    titled(row),
    formatValue(row.kamar),
    formatValue(row.peer),
    row.peerName,
    formatValue(row.ratio),
    `${row.atLeast ? '≥' : '≤'} ${row.goal}`,
    formatOutcome(row),
  ])
  return aligned([['goal figure', 'Kamar', 'peer', 'of', 'ratio', 'goal', ''], ...lines])
}

/** Formats rows without a goal: a line per figure, a column per peer with Kamar's ratio to it. */
function informationTable(rows) {
  const peers = [...new Set(rows.map(({ peerName }) => peerName))]
  const lines = [...new Set(rows.map(titled))].map((title) => {
    const own = rows.filter((row) => titled(row) === title)
    const cells = peers.map((name) => own.find(({ peerName }) => peerName === name))
    return [title, formatValue(own[0].kamar), ...cells.map((row) => (row ? formatPeerRatio(row) : ''))]
  })
  return aligned([['for information', 'Kamar', ...peers], ...lines])
}

const formatPeerRatio = ({ peer, ratio }) => (ratio === null ? formatValue(peer) : `${peer} (${ratio}×)`)

/** Formats the rows as text, one block per file. @param {readonly import('./rows.mjs').Row[]} rows */
export function formatTable(rows) {
  const blocks = [...new Set(rows.map(({ file }) => file))].map((file) => {
    const own = rows.filter((row) => row.file === file)
    const plain = own.filter(({ goal, figure }) => goal === null && figure !== allFigures)
    const absent = own.filter(({ figure }) => figure === allFigures).map((row) => `${row.peerName}: ${row.reason}`)
    const parts = [goalTable(own.filter(({ goal }) => goal !== null)), informationTable(plain), absent.join('\n')]
    return `== ${file}\n\n${parts.filter(Boolean).join('\n\n')}`
  })
  return `${blocks.join('\n\n')}\n`
}

/**
 * Writes rows with the commit and the machine into the result file of their work. A row replaces the earlier one of the
 * same file, figure and peer; runs of which no row is left are removed.
 * @returns {string} path
 */
export function writeResult({ options, rows, started }) {
  mkdirSync(resultsFolder, { recursive: true })
  const path = join(resultsFolder, `${options.work}.json`)
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { runs: {}, rows: [] }
  const date = started.toISOString()
  const replaced = new Set(rows.map(identity))
  const runs = { ...stored.runs, [date]: describeRun(options) }
  const all = [
    ...stored.rows.filter((row) => !replaced.has(identity(row))),
    // The file has the name of the work.
    ...rows.map((row) => ({ run: date, ...row, work: undefined })),
  ]
  writeFileSync(path, formatResult(runs, all))
  return path
}

const identity = ({ file, figure, peerName }) => JSON.stringify([file, figure, peerName])

const describeRun = ({ runs }) => ({
  commit: git('rev-parse', 'HEAD'),
  uncommittedChanges: (git('status', '--porcelain', '--', 'packages', 'apps') ?? '') !== '',
  runs,
  node: process.version,
  processors: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  load: loadavg()[0],
})

/** One line per run and per row, so that a difference between two commits shows figures. */
function formatResult(runs, rows) {
  const used = Object.entries(runs).filter(([date]) => rows.some(({ run }) => run === date))
  const runLines = used.map(([date, run]) => `    ${JSON.stringify(date)}: ${JSON.stringify(run)}`)
  const rowLines = rows.toSorted(byFile).map((row) => `    ${JSON.stringify(row)}`)
  return `{\n  "runs": {\n${runLines.join(',\n')}\n  },\n  "rows": [\n${rowLines.join(',\n')}\n  ]\n}\n`
}

/** Keeps the order of the figures of a file. */
const byFile = (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)
