import { parseArgs } from 'node:util'
import { bundleAll } from '../../scripts/lib/bundle.mjs'
import { buildProduct } from '../lib/build-product.mjs'
import { ensurePeers } from '../lib/install.mjs'
import { formatReason, logProgress } from '../lib/log.mjs'
import { formatTable, writeResult } from '../lib/report.mjs'
import { makeRow } from '../lib/rows.mjs'
import { median } from '../lib/statistics.mjs'
import { measureDownloads } from './downloads.mjs'
import { KamarServer } from '../lib/kamar-server.mjs'
import { measureLists } from './lists.mjs'
import { measureSearch } from './search.mjs'
import { measureTranslations } from './translations.mjs'
import { measureUploads } from './uploads.mjs'

const row = (input) => makeRow({ work: 'service', ...input })
const ofRuns = (measured, name) => median(measured.map((run) => run[name]))

async function start(server) {
  await server.start()
  await server.stop()
  const { cpuSeconds, wallMilliseconds } = await server.start()
  await server.stop()
  const file = 'start to ready, embedded, second start'
  return [
    row({ file, figure: 'CPU', unit: 's', kamar: cpuSeconds, peer: 2, peerName: 'limit 2 s', goal: 1 }),
    row({ file, figure: 'time', unit: 'ms', kamar: wallMilliseconds, peer: null, peerName: 'nobody' }),
  ]
}

async function lists(server, options) {
  const { bytes, measured } = await measureLists(server, options)
  return [
    row({
      file: `50 of 10,000 files, 64 connections (${Math.round(bytes / 1000)} KB)`,
      figure: 'requests',
      unit: '1/s',
      kamar: ofRuns(measured, 'kamar'),
      peer: ofRuns(measured, 'bare'),
      peerName: 'Fastify, a constant of the same size',
      goal: 0.5,
      atLeast: true,
    }),
  ]
}

async function search(server) {
  const { p95, queries } = await measureSearch(server)
  for (const query of queries) logProgress(`${query.name}: ${query.total} files, p95 ${Math.round(query.p95)} ms`)
  return [
    row({
      file: '11 searches over 10,000 files of 1,000 words',
      figure: 'p95',
      unit: 'ms',
      kamar: p95,
      peer: 200,
      peerName: 'limit 200 ms',
      goal: 1,
    }),
  ]
}

async function downloads(server, options) {
  const { measured } = await measureDownloads(server, options)
  return [
    row({
      file: 'ranged download of 100 MB',
      figure: 'bytes',
      unit: 'MB/s',
      kamar: ofRuns(measured, 'kamar'),
      peer: ofRuns(measured, 'bare'),
      peerName: 'Fastify streaming the file',
      goal: 0.8,
      atLeast: true,
    }),
  ]
}

async function uploads(server) {
  const { ddMegabytesPerSecond, growthMegabytes, megabytesPerSecond, succeeded } = await measureUploads(server)
  const file = '200 uploads of 10 MB, 16 at a time'
  const floor = { goal: 1, atLeast: true }
  return [
    row({ file, figure: 'succeeded', unit: '', kamar: succeeded, peer: 200, peerName: 'all 200', ...floor }),
    row({
      file,
      figure: 'bytes',
      unit: 'MB/s',
      kamar: megabytesPerSecond,
      peer: ddMegabytesPerSecond,
      peerName: 'dd with fsync, one after another',
      goal: 0.6,
      atLeast: true,
    }),
    row({
      file,
      figure: 'growth of memory',
      unit: 'MB',
      kamar: growthMegabytes,
      peer: 64,
      peerName: 'limit 64 MB',
      goal: 1,
    }),
  ]
}

async function translations(server) {
  const { isolatedFilesPerSecond, fairness, filesPerSecond } = await measureTranslations(server)
  const file = '300 small IFC files of two users, two workers'
  return [
    row({
      file,
      figure: 'files',
      unit: '1/s',
      kamar: filesPerSecond,
      peer: isolatedFilesPerSecond,
      peerName: 'the readers alone, two at a time',
      goal: 0.85,
      atLeast: true,
    }),
    row({
      file,
      figure: 'slower user by the faster, 95 %',
      unit: '',
      kamar: fairness,
      peer: 1.5,
      peerName: 'limit 1.5',
      goal: 1,
    }),
  ]
}

const works = { start, lists, search, downloads, uploads, translations }

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: Object.keys(works).join() },
    json: { type: 'boolean', default: false },
  },
})
const options = { work: 'service', runs: Number(values.runs), only: values.only.split(',') }
const started = new Date()
await buildProduct()
await bundleAll()
ensurePeers()
const rows = []
for (const name of options.only) {
  logProgress(name)
  const server = new KamarServer()
  try {
    rows.push(...(await works[name](server, options)))
  } catch (error) {
    rows.push(
      row({ file: name, figure: 'all', unit: '', kamar: null, peer: null, peerName: '', reason: formatReason(error) }),
    )
  } finally {
    await server.dispose()
  }
}
logProgress(`Written to ${writeResult({ options, rows, started })}`)
process.stdout.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : `\n${formatTable(rows)}`)
