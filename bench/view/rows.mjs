import { allFigures, makeRow } from '../lib/rows.mjs'

const work = 'view'
/** Goals for the three models that the issue names; other files are for information. */
const restGoals = { Office_A_20110811: 1, sprinklers: 0.8, clinic: 0.2 }
const ofNamed = (goal) => (file) => (file in restGoals ? goal : null)
/** The sample with 16,000 objects. */
const complexSample = 'clinic'
const yardsticks = ['thatopen', 'xeokit', 'online3dviewer']
const titles = { thatopen: 'ThatOpen', xeokit: 'xeokit', online3dviewer: 'Online3DViewer' }

/** Goals relative to the best peer, or to the named one. */
const goalFigures = [
  { figure: 'first pixel', unit: 'ms', of: (each) => each.firstPixelMilliseconds, goal: 0.3 },
  { figure: 'visual 99 %', unit: 'ms', of: (each) => each.visual99Milliseconds, goal: 0.4 },
  { figure: 'load CPU', unit: 's', of: (each) => each.loadCpuSeconds, goal: 0.5 },
  {
    figure: 'frame CPU at rest',
    unit: 'ms',
    of: (each) => each.orbit?.cpuMilliseconds,
    goal: (file) => restGoals[file] ?? null,
  },
  { figure: 'frame CPU inside', unit: 'ms', of: (each) => each.inside?.cpuMilliseconds, goal: ofNamed(0.8) },
  { figure: 'frame CPU sectioned', unit: 'ms', of: (each) => each.cut?.cpuMilliseconds, goal: ofNamed(0.8) },
  { figure: 'frame CPU while moving', unit: 'ms', of: (each) => each.moving?.cpuMilliseconds, goal: ofNamed(0.5) },
  {
    figure: 'renderer memory above empty',
    unit: 'MB',
    of: (each) => each.rendererMegabytes,
    goal: 0.35,
    against: ['thatopen'],
  },
  {
    figure: 'graphics process memory above empty',
    unit: 'MB',
    of: (each) => each.graphicsMegabytes,
    goal: 1,
    against: ['xeokit'],
  },
]

/** Goals with an absolute limit. */
const limitFigures = [
  { figure: 'engine code gzip', unit: 'KB', of: (each) => each.codeBytes / 1024, limit: 200 },
  { figure: 'draw calls sectioned, with edges and caps', unit: '', of: (each) => each.cut?.drawCalls, limit: 12 },
  { figure: 'frame JS', unit: 'ms', of: (each) => each.orbit?.scriptMilliseconds, limit: 1.5, only: complexSample },
  { figure: 'pick first', unit: 'ms', of: (each) => each.pick?.firstMilliseconds, limit: 2 },
  { figure: 'pick median', unit: 'ms', of: (each) => each.pick?.medianMilliseconds, limit: 0.1 },
  { figure: 'pick p95', unit: 'ms', of: (each) => each.pick?.p95Milliseconds, limit: 2 },
  { figure: 'draw calls in 10 s of idleness', unit: '', of: (each) => each.idleDraws, limit: 0 },
  { figure: 'memory after ten loads by after one', unit: '', of: (each) => each.cycleGrowth, limit: 1.05 },
]

/** Compared with every peer, without a goal. */
const plainFigures = [
  { figure: 'code gzip', unit: 'KB', of: (each) => each.codeBytes / 1024 },
  { figure: 'code of the look gzip', unit: 'KB', of: (each) => each.laterCodeBytes / 1024 },
  { figure: 'data sent', unit: 'KB', of: (each) => each.dataBytes / 1024 },
  { figure: 'first pixel', unit: 'ms', of: (each) => each.firstPixelMilliseconds },
  { figure: 'visual 99 %', unit: 'ms', of: (each) => each.visual99Milliseconds },
  { figure: 'load promise', unit: 'ms', of: (each) => each.promiseMilliseconds },
  { figure: 'load CPU', unit: 's', of: (each) => each.loadCpuSeconds },
  { figure: 'renderer memory above empty', unit: 'MB', of: (each) => each.rendererMegabytes },
  { figure: 'graphics process memory above empty', unit: 'MB', of: (each) => each.graphicsMegabytes },
  { figure: 'frame CPU at rest', unit: 'ms', of: (each) => each.orbit?.cpuMilliseconds },
  { figure: 'frame CPU inside', unit: 'ms', of: (each) => each.inside?.cpuMilliseconds },
  { figure: 'frame CPU sectioned', unit: 'ms', of: (each) => each.cut?.cpuMilliseconds },
  { figure: 'frame CPU while moving', unit: 'ms', of: (each) => each.moving?.cpuMilliseconds },
  { figure: 'frame wall', unit: 'ms', of: (each) => each.orbit?.frameMilliseconds },
  { figure: 'frame JS', unit: 'ms', of: (each) => each.orbit?.scriptMilliseconds },
  { figure: 'draw calls per frame', unit: '', of: (each) => each.orbit?.drawCalls },
  { figure: 'draw calls sectioned', unit: '', of: (each) => each.cut?.drawCalls },
  { figure: 'triangles per frame', unit: '', of: (each) => each.orbit?.triangles },
  { figure: 'pick first', unit: 'ms', of: (each) => each.pick?.firstMilliseconds },
  { figure: 'pick median', unit: 'ms', of: (each) => each.pick?.medianMilliseconds },
  { figure: 'pick p95', unit: 'ms', of: (each) => each.pick?.p95Milliseconds },
  { figure: 'pick hits of 160', unit: '', of: (each) => each.pick?.hits },
  { figure: 'pixels that show something', unit: '%', of: (each) => each.coverage * 100 },
  { figure: 'draw calls in 10 s of idleness', unit: '', of: (each) => each.idleDraws },
]

const measured = (each) => each && !each.reason

/** Returns the reference peer with the lowest figure; ignores participants that could not be measured. */
function findBest(peers, { of, against = yardsticks }) {
  const candidates = against.filter((name) => measured(peers[name]) && Number.isFinite(of(peers[name])))
  const [best] = candidates.sort((a, b) => of(peers[a]) - of(peers[b]))
  const missing = against.filter((name) => !measured(peers[name]))
  return { best, missing }
}

function goalRow(file, peers, figure) {
  const { best, missing } = findBest(peers, figure)
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
    peerName: best ? `best: ${titles[best]}${without}` : 'best peer',
    reason: peers.kamar?.reason ?? null,
  })
}

/**
 * Returns the row of a limit. A limit of 0 has no ratio, so one is added to both figures, and only 0 meets the goal of
 * 1.
 */
function limitRow(file, kamar, { figure, unit, of, limit }) {
  const shift = limit === 0 ? 1 : 0
  return makeRow({
    work,
    file,
    figure: shift === 0 ? figure : `1 + ${figure}`,
    unit,
    goal: 1,
    kamar: measured(kamar) ? of(kamar) + shift : null,
    peer: limit + shift,
    peerName: `limit ${limit} ${unit}`.trim(),
    reason: kamar?.reason ?? null,
  })
}

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

/** Returns a single row with the reason for an unavailable peer. */
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
    return [
      ...goalFigures.map((figure) => goalRow(file, peers, figure)),
      ...limitFigures
        .filter(({ only }) => only === undefined || only === file)
        .map((figure) => limitRow(file, peers.kamar, figure)),
      ...perPeer,
    ]
  })
}
