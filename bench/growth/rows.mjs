import { makeRow } from '../lib/rows.mjs'

/** Limits of the design, whatever the size of the file. */
const maxSecondsPerGigabyte = 100
const maxFirstChunkSecondsPerGigabyte = 8
const maxReaderMegabytes = 2048

const peers = [
  { participant: 'fragments', peerName: 'fragments', goal: 0.45 },
  { participant: 'webIfc', peerName: 'web-ifc alone', goal: 1.6 },
]

const processorTime = { figure: 'complete package, CPU', unit: 's' }
const memory = { figure: 'peak RSS', unit: 'MB' }

/**
 * @param {{ name: string, bytes: number }} model
 * @param {Record<string, any>} figures by participant
 */
export function growthRows({ name: file, bytes }, figures) {
  const { kamar } = figures
  const gigabytes = bytes / 1e9
  const perGigabyte = (seconds) => (seconds === undefined ? undefined : seconds / gigabytes)
  const row = (fields) => makeRow({ work: 'growth', file, reason: kamar.reason ?? null, ...fields })
  const limited = (figure, unit, value, limit) =>
    row({ figure, unit, kamar: value, peer: limit, peerName: `limit ${limit} ${unit}`, goal: 1 })
  const { readerRssMegabytes, readerCpuSeconds, firstChunkCpuSeconds, packageBytes } = kamar.result ?? {}
  return [
    limited('complete package, CPU per gigabyte', 's/GB', perGigabyte(readerCpuSeconds), maxSecondsPerGigabyte),
    limited(
      'first drawable chunk, CPU per gigabyte',
      's/GB',
      perGigabyte(firstChunkCpuSeconds),
      maxFirstChunkSecondsPerGigabyte,
    ),
    limited('memory of the reader', 'MB', readerRssMegabytes, maxReaderMegabytes),
    row({
      figure: 'package bytes, all files',
      unit: 'MB',
      kamar: packageBytes === undefined ? undefined : packageBytes / 1e6,
      peer: bytes / 1e6,
      peerName: 'the file',
    }),
    ...peers.flatMap(({ participant, peerName, goal }) => {
      const peer = figures[participant]
      if (peer === undefined) return []
      const reason = kamar.reason ?? peer.reason ?? null
      return [
        row({ ...processorTime, kamar: readerCpuSeconds, peer: peer.cpuSeconds, peerName, goal, reason }),
        row({ ...memory, kamar: readerRssMegabytes, peer: peer.peakRssMegabytes, peerName, reason }),
      ]
    }),
  ]
}
