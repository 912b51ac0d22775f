import { makeRow } from '../lib/rows.mjs'

const work = 'translate'
const closedShareGoal = 0.95
/** The issues' ratios apply to IFC of 2 to 67 MB and STEP of 7 to 36 MB (6.9 MB is the available sample). */
const minGoalBytes = { ifc: 2_000_000, step: 6_500_000, fbx: 50_000_000, obj: 60_000_000, '3dm': 0, sat: 0 }

/** Rows of an IFC file: which figure of which participant is compared. */
const ifcComparisons = [
  {
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: ({ fragments }) => fragments.cpuSeconds,
    peerName: 'fragments',
    goal: 0.45,
  },
  {
    figure: 'first drawable chunk, cold, wall',
    unit: 'ms',
    kamar: ({ kamar }) => kamar.result?.firstChunkMilliseconds,
    peer: ({ fragments }) => fragments.wallMilliseconds,
    peerName: 'fragments whole',
    goal: 0.25,
  },
  {
    figure: 'first drawable chunk, warm pool, wall',
    unit: 'ms',
    kamar: ({ kamarWarm }) => kamarWarm.result?.firstChunkMilliseconds,
    peer: ({ fragments }) => fragments.wallMilliseconds,
    peerName: 'fragments whole',
    goal: 0.15,
  },
  {
    figure: 'package bytes, all files',
    unit: 'KB',
    kamar: ({ kamar }) => kamar.packageBytes?.all / 1024,
    peer: ({ fragments }) => fragments.result?.bytes / 1024,
    peerName: '.frag',
    goal: 0.35,
  },
  {
    figure: 'package bytes, view files only',
    unit: 'KB',
    kamar: ({ kamar }) => kamar.packageBytes?.view / 1024,
    peer: ({ fragments }) => fragments.result?.bytes / 1024,
    peerName: '.frag',
    goal: 0.35,
  },
  {
    figure: 'first drawable chunk, cold, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.result?.firstChunkCpuSeconds,
    peer: ({ fragments }) => fragments.cpuSeconds,
    peerName: 'fragments whole',
  },
  {
    figure: 'first drawable chunk, warm pool, CPU',
    unit: 's',
    kamar: ({ kamarWarm }) => kamarWarm.result?.firstChunkCpuSeconds,
    peer: ({ fragments }) => fragments.cpuSeconds,
    peerName: 'fragments whole',
  },
  {
    figure: 'complete package, warm pool, CPU',
    unit: 's',
    kamar: ({ kamarWarm }) => kamarWarm.result?.completeCpuSeconds,
    peer: ({ fragments }) => fragments.cpuSeconds,
    peerName: 'fragments',
    goal: 0.3,
  },
  {
    figure: 'complete package, wall',
    unit: 'ms',
    kamar: ({ kamar }) => kamar.wallMilliseconds,
    peer: ({ fragments }) => fragments.wallMilliseconds,
    peerName: 'fragments',
  },
  ...[
    ['webIfc', 'web-ifc alone'],
    ['ifcLite', 'ifc-lite'],
  ].map(([name, peerName]) => ({
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: (figures) => figures[name].cpuSeconds,
    peerName,
    participant: name,
  })),
  ...[
    ['fragments', 'fragments'],
    ['webIfc', 'web-ifc alone'],
    ['ifcLite', 'ifc-lite'],
  ].map(([name, peerName]) => ({
    figure: 'peak RSS',
    unit: 'MB',
    kamar: ({ kamar }) => kamar.peakRssMegabytes,
    peer: (figures) => figures[name].peakRssMegabytes,
    peerName,
    participant: name,
  })),
]

const stepPeer = { peerName: 'occt-import-js', participant: 'occt' }

/** Rows of a STEP file; the peer produces meshes only, Kamar a complete package. */
const stepComparisons = [
  {
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: ({ occt }) => occt.cpuSeconds,
    goal: 0.45,
    ...stepPeer,
  },
  {
    figure: 'peak RSS',
    unit: 'MB',
    kamar: ({ kamar }) => kamar.peakRssMegabytes,
    peer: ({ occt }) => occt.peakRssMegabytes,
    goal: 0.8,
    ...stepPeer,
  },
  {
    figure: 'first drawable chunk, cold, wall',
    unit: 'ms',
    kamar: ({ kamar }) => kamar.result?.firstChunkMilliseconds,
    peer: ({ occt }) => occt.wallMilliseconds,
    ...stepPeer,
  },
  {
    figure: 'triangles of all meshes',
    unit: '',
    kamar: ({ kamar }) => kamar.result?.counts?.triangles,
    peer: ({ occt }) => occt.result?.triangles,
    ...stepPeer,
  },
]

const threePeer = { peerName: 'three.js loader', participant: 'three' }

/**
 * Rows of a mesh file: loaders return geometries, so the reader alone is compared with them, and the complete
 * translation is listed as well.
 */
const meshComparisons = ({ cpuGoal, memoryGoal }) => [
  {
    figure: 'reader alone, CPU',
    unit: 's',
    kamar: ({ kamarRead }) => kamarRead.cpuSeconds,
    peer: ({ three }) => three.cpuSeconds,
    goal: cpuGoal,
    ...threePeer,
  },
  {
    figure: 'reader alone, peak RSS',
    unit: 'MB',
    kamar: ({ kamarRead }) => kamarRead.peakRssMegabytes,
    peer: ({ three }) => three.peakRssMegabytes,
    goal: memoryGoal,
    ...threePeer,
  },
  {
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: ({ three }) => three.cpuSeconds,
    ...threePeer,
  },
  {
    figure: 'complete package, peak RSS',
    unit: 'MB',
    kamar: ({ kamar }) => kamar.peakRssMegabytes,
    peer: ({ three }) => three.peakRssMegabytes,
    ...threePeer,
  },
  {
    figure: 'triangles',
    unit: '',
    kamar: ({ kamarRead }) => kamarRead.result?.triangles,
    peer: ({ three }) => three.result?.triangles,
    ...threePeer,
  },
]

const rhinoPeer = { peerName: 'rhino3dm', participant: 'rhino3dm' }

/** The peer returns the meshes stored by Rhino and tessellates none. */
const rhinoComparisons = [
  {
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: ({ rhino3dm }) => rhino3dm.cpuSeconds,
    ...rhinoPeer,
  },
  {
    figure: 'peak RSS',
    unit: 'MB',
    kamar: ({ kamar }) => kamar.peakRssMegabytes,
    peer: ({ rhino3dm }) => rhino3dm.peakRssMegabytes,
    ...rhinoPeer,
  },
  {
    figure: 'triangles of all meshes',
    unit: '',
    kamar: ({ kamar }) => kamar.result?.counts?.triangles,
    peer: ({ rhino3dm }) => rhino3dm.result?.triangles,
    ...rhinoPeer,
  },
]

/** No other installable software reads ACIS. */
const acisComparisons = [
  {
    figure: 'complete package, CPU',
    unit: 's',
    kamar: ({ kamar }) => kamar.cpuSeconds,
    peer: () => null,
    peerName: 'none',
    participant: 'kamar',
  },
  {
    figure: 'peak RSS',
    unit: 'MB',
    kamar: ({ kamar }) => kamar.peakRssMegabytes,
    peer: () => null,
    peerName: 'none',
    participant: 'kamar',
  },
]

const comparisonsOf = {
  ifc: ifcComparisons,
  step: stepComparisons,
  fbx: meshComparisons({ cpuGoal: 2, memoryGoal: null }),
  obj: meshComparisons({ cpuGoal: 0.8, memoryGoal: 0.35 }),
  '3dm': rhinoComparisons,
  sat: acisComparisons,
}

const createRowBuilder = (sample, figures) => {
  const { name: file, bytes, format } = sample
  return ({ figure, unit, kamar, peer, peerName, goal = null, participant = 'fragments' }) => {
    const kamarFigures = figure.includes('warm') ? figures.kamarWarm : figures.kamar
    return makeRow({
      work,
      file,
      figure,
      unit,
      peerName,
      goal: bytes >= minGoalBytes[format] ? goal : null,
      kamar: kamar(figures),
      peer: peer(figures),
      reason: kamarFigures.reason ?? figures[participant].reason ?? null,
    })
  }
}

function orientationRows(file, { kamar, webIfc, reason = null }) {
  const row = (kind) => ({
    work,
    file,
    figure: `closed, consistently oriented meshes, ${kind}`,
    unit: 'share',
    kamar: kamar?.[kind],
    atLeast: true,
    reason,
  })
  return [
    makeRow({ ...row('placed'), peer: closedShareGoal, peerName: `floor ${closedShareGoal}`, goal: 1 }),
    makeRow({ ...row('placed'), peer: webIfc?.placed, peerName: 'web-ifc alone' }),
    makeRow({ ...row('unique'), peer: webIfc?.unique, peerName: 'web-ifc alone' }),
  ]
}

/**
 * @param {readonly import('../lib/samples.mjs').Sample[]} samples
 * @param {Record<string, Record<string, any>>} figures by file, then by participant
 */
export function translateRows(samples, figures) {
  return samples.flatMap((sample) => {
    const own = figures[sample.name]
    const orientation = own.orientation ? orientationRows(sample.name, own.orientation) : []
    return [...comparisonsOf[sample.format].map(createRowBuilder(sample, own)), ...orientation]
  })
}
