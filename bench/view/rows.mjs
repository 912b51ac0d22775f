import { allFigures, makeRow } from '../lib/rows.mjs'

const work = 'view'
const largestCodeKilobytes = 200
/** Frame goals of the three models; other files are for information. */
const frameGoals = { Office_A_20110811: 1.1, sprinklers: 0.9, clinic: 0.2 }
const yardsticks = ['thatopen', 'xeokit']
const titles = { thatopen: 'ThatOpen', xeokit: 'xeokit', 'three-glb': 'three.js GLB' }

/** Figures of the table, against the best of ThatOpen and xeokit. */
const goalFigures = [
  { figure: 'first pixel', unit: 'ms', of: (each) => each.firstPixelMilliseconds, goal: 0.35 },
  { figure: 'visual 99 %', unit: 'ms', of: (each) => each.visual99Milliseconds, goal: 0.6 },
  { figure: 'load CPU', unit: 's', of: (each) => each.loadCpuSeconds, goal: 0.7 },
  {
    figure: 'frame CPU at rest',
    unit: 'ms',
    of: (each) => each.orbit?.cpuMilliseconds,
    goal: (file) => frameGoals[file] ?? null,
  },
  {
    figure: 'renderer memory above empty',
    unit: 'MB',
    of: (each) => each.rendererMegabytes,
    goal: 0.5,
    against: ['thatopen'],
  },
  { figure: 'pick median', unit: 'ms', of: (each) => each.pick?.medianMilliseconds, goal: 1 },
]

/** Shown beside every peer, without a goal. */
const plainFigures = [
  { figure: 'code gzip', unit: 'KB', of: (each) => each.codeBytes / 1024 },
  { figure: 'data sent', unit: 'KB', of: (each) => each.dataBytes / 1024 },
  { figure: 'first pixel', unit: 'ms', of: (each) => each.firstPixelMilliseconds },
  { figure: 'visual 99 %', unit: 'ms', of: (each) => each.visual99Milliseconds },
  { figure: 'load promise', unit: 'ms', of: (each) => each.promiseMilliseconds },
  { figure: 'load CPU', unit: 's', of: (each) => each.loadCpuSeconds },
  { figure: 'renderer memory above empty', unit: 'MB', of: (each) => each.rendererMegabytes },
  { figure: 'graphics process memory above empty', unit: 'MB', of: (each) => each.graphicsMegabytes },
  { figure: 'frame CPU at rest', unit: 'ms', of: (each) => each.orbit?.cpuMilliseconds },
  { figure: 'frame wall', unit: 'ms', of: (each) => each.orbit?.frameMilliseconds },
  { figure: 'frame JS', unit: 'ms', of: (each) => each.orbit?.scriptMilliseconds },
  { figure: 'draw calls per frame', unit: '', of: (each) => each.orbit?.drawCalls },
  { figure: 'triangles per frame', unit: '', of: (each) => each.orbit?.triangles },
  { figure: 'pick first', unit: 'ms', of: (each) => each.pick?.firstMilliseconds },
  { figure: 'pick median', unit: 'ms', of: (each) => each.pick?.medianMilliseconds },
  { figure: 'pick p95', unit: 'ms', of: (each) => each.pick?.p95Milliseconds },
  { figure: 'pick hits of 160', unit: '', of: (each) => each.pick?.hits },
  { figure: 'pixels that show something', unit: '%', of: (each) => each.coverage * 100 },
]

const measured = (each) => each && !each.reason

/** The yardstick with the lowest figure; xeokit counts only where it could be measured. */
function bestOf(peers, { of, against = yardsticks }) {
  const candidates = against.filter((name) => measured(peers[name]) && Number.isFinite(of(peers[name])))
  const [best] = candidates.sort((a, b) => of(peers[a]) - of(peers[b]))
  const missing = against.filter((name) => !measured(peers[name]))
  return { best, missing }
}

function goalRow(file, peers, figure) {
  const { best, missing } = bestOf(peers, figure)
  const goal = typeof figure.goal === 'function' ? figure.goal(file) : figure.goal
  const without = missing.length > 0 ? ` (without ${missing.map((name) => titles[name]).join(', ')})` : ''
  return makeRow({
    work,
    file,
    figure: figure.figure,
    unit: figure.unit,
    goal,
    kamar: measured(peers.kamar) ? figure.of(peers.kamar) : null,
    peer: best ? figure.of(peers[best]) : null,
    peerName: best ? `best: ${titles[best]}${without}` : 'best of ThatOpen and xeokit',
    reason: peers.kamar?.reason ?? null,
  })
}

const codeRow = (file, kamar) =>
  makeRow({
    work,
    file,
    figure: 'engine code gzip',
    unit: 'KB',
    goal: 1,
    kamar: measured(kamar) ? kamar.codeBytes / 1024 : null,
    peer: largestCodeKilobytes,
    peerName: `limit ${largestCodeKilobytes} KB`,
    reason: kamar?.reason ?? null,
  })

const plainRow = (file, peers, name) => (plain) =>
  makeRow({
    work,
    file,
    figure: plain.figure,
    unit: plain.unit,
    peerName: titles[name],
    kamar: measured(peers.kamar) ? plain.of(peers.kamar) : null,
    peer: plain.of(peers[name]),
    reason: peers.kamar?.reason ?? null,
  })

/** A peer that cannot be had is one row with the reason. */
const missingRow = (file, name, reason) =>
  makeRow({ work, file, figure: allFigures, unit: '', kamar: null, peer: null, peerName: titles[name], reason })

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {Record<string, Record<string, any>>} figures by file, then by participant
 */
export function viewRows(samples, figures) {
  return samples.flatMap(({ name: file }) => {
    const peers = figures[file]
    const perPeer = Object.keys(titles).flatMap((name) =>
      measured(peers[name])
        ? plainFigures.map(plainRow(file, peers, name))
        : [missingRow(file, name, peers[name]?.reason ?? 'not measured')],
    )
    return [...goalFigures.map((figure) => goalRow(file, peers, figure)), codeRow(file, peers.kamar), ...perPeer]
  })
}
