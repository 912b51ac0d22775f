import { allFigures, makeRow } from '../lib/rows.mjs'

const work = 'drawings'
/** Frame time at sixty frames per second. */
const frameBudgetMilliseconds = 1000 / 60

/** Goals relative to the peer that opens the same file. */
const goalFigures = [
  { figure: 'first sheet visible, whole', unit: 'ms', of: (each) => each.wholeMilliseconds, goal: 0.5 },
  { figure: 'renderer memory above an empty page', unit: 'MB', of: (each) => each.rendererMegabytes, goal: 0.5 },
  { figure: 'frame of a zoom', unit: 'ms', of: (each) => each.zoom?.frameMilliseconds, goal: 1 },
  { figure: 'frame of a pan', unit: 'ms', of: (each) => each.pan?.frameMilliseconds, goal: 1 },
]

/** Goals with an absolute limit. */
const limitFigures = [
  {
    figure: 'bytes to the browser until the first sheet',
    unit: 'KB',
    of: (each) => each.dataBytes / 1024,
    limit: (sample) => sample.bytes / 1024,
    goal: 0.25,
    name: 'the DWG',
  },
  ...['zoom', 'pan'].flatMap((gesture) => [
    {
      figure: `script of a frame, ${gesture}`,
      unit: 'ms',
      of: (each) => each[gesture]?.scriptMilliseconds,
      limit: () => frameBudgetMilliseconds,
      goal: 1,
      name: '60 frames a second',
    },
    {
      figure: `script and card of a frame, ${gesture}`,
      unit: 'ms',
      of: (each) => each[gesture]?.frameMilliseconds,
      limit: () => frameBudgetMilliseconds,
      goal: 1,
      name: '60 frames a second',
    },
  ]),
]

/** Compared with the peer, without a goal. */
const plainFigures = [
  { figure: 'first lines visible', unit: 'ms', of: (each) => each.firstMilliseconds },
  { figure: 'first lines visible, peer drawing as it reads', unit: 'ms', of: firstOfAny },
  { figure: 'open CPU of the browser', unit: 's', of: (each) => each.openCpuSeconds },
  {
    figure: 'open CPU of browser and server',
    unit: 's',
    of: (each) => each.openCpuSeconds + (each.serverCpuSeconds ?? 0),
  },
  { figure: 'code', unit: 'KB', of: (each) => each.codeBytes / 1024 },
  { figure: 'graphics process memory above an empty page', unit: 'MB', of: (each) => each.graphicsMegabytes },
  { figure: 'picture other than its ground, paper on a desk included', unit: '%', of: (each) => each.inkShare * 100 },
  ...['zoom', 'pan'].flatMap((gesture) => [
    { figure: `95 of 100 frames below, ${gesture}`, unit: 'ms', of: (each) => each[gesture]?.p95Milliseconds },
    { figure: `CPU of a step, ${gesture}`, unit: 'ms', of: (each) => each[gesture]?.stepCpuMilliseconds },
    { figure: `script of a frame, ${gesture}`, unit: 'ms', of: (each) => each[gesture]?.scriptMilliseconds },
  ]),
]

function firstOfAny({ progressiveFirstMilliseconds, firstMilliseconds }) {
  return progressiveFirstMilliseconds ?? firstMilliseconds
}

const measured = (each) => each && !each.reason

const compareToPeer = (file, { kamar, peer, peerName }, { of, ...figure }) =>
  makeRow({
    work,
    file,
    ...figure,
    peerName,
    kamar: measured(kamar) ? of(kamar) : null,
    peer: measured(peer) ? of(peer) : null,
    reason: kamar?.reason ?? peer?.reason ?? null,
  })

const compareToLimit = (sample, kamar, { of, limit, name, figure, unit, goal }) =>
  makeRow({
    work,
    file: sample.name,
    figure,
    unit,
    goal,
    kamar: measured(kamar) ? of(kamar) : null,
    peer: limit(sample),
    peerName: name,
    reason: kamar?.reason ?? null,
  })

/** A viewer of another format is compared only by its performance after the drawing is loaded. */
const frameFigures = goalFigures.filter(({ figure }) => figure.startsWith('frame'))
const otherFormatFigures = [
  ...frameFigures,
  ...goalFigures.filter((figure) => !frameFigures.includes(figure)).map((figure) => ({ ...figure, goal: null })),
  ...plainFigures.filter(({ of }) => of !== firstOfAny),
]

function comparisonRows(file, { kamar, peer, peerName }, figures) {
  if (measured(peer)) return figures.map((figure) => compareToPeer(file, { kamar, peer, peerName }, figure))
  const reason = peer?.reason ?? 'not measured'
  return [makeRow({ work, file, figure: allFigures, unit: '', kamar: null, peer: null, peerName, reason })]
}

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {Record<string, Record<string, any>>} figures by file, then by participant
 */
export function drawingRows(samples, figures) {
  return samples.flatMap((sample) => {
    const file = sample.name
    const { kamar, mlightcad, 'dxf-viewer': dxfViewer } = figures[file]
    const sameFile = { kamar, peer: mlightcad, peerName: 'mlightcad' }
    const otherFormat = { kamar, peer: dxfViewer, peerName: 'dxf-viewer, of the DXF' }
    return [
      ...comparisonRows(file, sameFile, goalFigures),
      ...limitFigures.map((figure) => compareToLimit(sample, kamar, figure)),
      ...(measured(mlightcad) ? comparisonRows(file, sameFile, plainFigures) : []),
      ...comparisonRows(file, otherFormat, otherFormatFigures),
    ]
  })
}
