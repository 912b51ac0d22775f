import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PreparedMesh } from '@kamar/core'
import { RecordingScene, runReader, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { parseAcis, getKind } from '@kamar/codecs/acis'
import { entityHeader, satBytes } from '@kamar/codecs/acis/testing'
import { reader } from './reader.js'

interface ReadFaces {
  readonly meshes: readonly PreparedMesh[]
  readonly faces: number
  readonly skipped: number
}

async function readFaces(bytes: Uint8Array): Promise<ReadFaces> {
  const addMesh = vi.spyOn(RecordingScene.prototype, 'addMesh')
  const { report } = await runReader(reader, bytes)
  const meshes = addMesh.mock.calls.map(([mesh]) => mesh).filter((mesh): mesh is PreparedMesh => 'shapeHash' in mesh)
  addMesh.mockRestore()
  const skipped = report?.skipped ?? []
  expect(skipped.every(({ kind, reason }) => kind !== '' && reason !== '')).toBe(true)
  return {
    meshes,
    faces: report?.counts['faces'] ?? 0,
    skipped: skipped.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Builds records by name, in file order; `>name` points to a record, `>` to none. */
function sat(records: Readonly<Record<string, string>>): Uint8Array {
  const order = new Map(Object.keys(records).map((name, index) => [name, index]))
  const lines = Object.values(records).map((record) => {
    const [kind = '', ...values] = record.split(' ')
    const pointed = values.map((value) => (value.startsWith('>') ? `$${order.get(value.slice(1)) ?? -1}` : value))
    return [kind, entityHeader, ...pointed, '#'].join(' ')
  })
  return satBytes(lines.join('\n'))
}

const matter = {
  body: 'body >lump > >',
  lump: 'lump > >shell >body',
  shell: 'shell > > >face > >lump',
}

/** Builds a closed edge at a position, with a coedge in a face. */
const ring = (
  name: string,
  {
    face,
    next = '',
    curve,
    at,
    sense = 'forward',
  }: Record<'face' | 'curve' | 'at', string> & { next?: string; sense?: string },
): Record<string, string> => ({
  [`${name} ${face} loop`.replaceAll(' ', '-')]: `loop >${next} >${name}-${face}-coedge >${face}`,
  [`${name}-${face}-coedge`]: `coedge >${name}-${face}-coedge >${name}-${face}-coedge > >${name}-edge ${sense} >${name}-${face}-loop >`,
  [`${name}-edge`]: `edge >${name}-vertex >${name}-vertex >${name}-${face}-coedge >${name}-curve forward`,
  [`${name}-vertex`]: `vertex >${name}-edge >${name}-point`,
  [`${name}-point`]: `point ${at}`,
  [`${name}-curve`]: `ellipse-curve ${curve} I I`,
})

const [sine, cosine] = [-1 / Math.sqrt(17), 4 / Math.sqrt(17)]

/**
 * Builds a frustum on an ellipse with semi-axes 2 and 1, four high, whose top is half as large; its side alone or
 * closed.
 */
const frustum = (tip: 'cut' | 'pointed'): Uint8Array =>
  sat({
    ...matter,
    face: `face >bottom >low-face-loop >shell > >side forward single`,
    bottom: `face >${tip === 'cut' ? 'top' : ''} >low-bottom-loop >shell > >floor forward single`,
    ...(tip === 'cut' ? { top: 'face > >high-top-loop >shell > >lid forward single' } : {}),
    side: `cone-surface 0 0 0 0 0 1 2 0 0 0.5 I I ${sine} ${cosine} 2 forward I I I I`,
    floor: 'plane-surface 0 0 0 0 0 -1 1 0 0 forward I I I I',
    lid: 'plane-surface 0 0 4 0 0 1 1 0 0 forward I I I I',
    ...ring('low', { face: 'bottom', curve: '0 0 0 0 0 1 2 0 0 0.5', at: '2 0 0', sense: 'reversed' }),
    ...ring('low', { face: 'face', curve: '0 0 0 0 0 1 2 0 0 0.5', at: '2 0 0', next: 'high-face-loop' }),
    ...(tip === 'cut'
      ? {
          ...ring('high', { face: 'top', curve: '0 0 4 0 0 1 1 0 0 0.5', at: '1 0 4' }),
          ...ring('high', { face: 'face', curve: '0 0 4 0 0 1 1 0 0 0.5', at: '1 0 4', sense: 'reversed' }),
        }
      : {
          'high-face-loop': 'loop > >tip-coedge >face',
          'tip-coedge': 'coedge >tip-coedge >tip-coedge > >tip-edge forward >high-face-loop >',
          'tip-edge': 'edge >tip-vertex >tip-vertex >tip-coedge > forward',
          'tip-vertex': 'vertex >tip-edge >tip-point',
          'tip-point': 'point 0 0 8',
        }),
  })

const cubicMetres = 1e-9
const squareMetres = 1e-6

describe('ACIS elliptic cones', () => {
  it('are closed solids with the volume of a frustum between two ellipses', async () => {
    const { meshes, faces, skipped } = await readFaces(frustum('cut'))
    expect([faces, skipped, meshes.length]).toEqual([3, 0, 1])
    expect(meshes[0].closed).toBe(true)
    const [low, high] = [Math.PI * 2, Math.PI / 2]
    const volume = (4 / 3) * (low + high + Math.sqrt(low * high))
    expect((meshes[0].volume ?? 0) / cubicMetres / volume).toBeCloseTo(1, 2)
  })

  it('may end in an apex', async () => {
    const { meshes, faces, skipped } = await readFaces(frustum('pointed'))
    expect([faces, skipped]).toEqual([2, 0])
    expect((meshes[0].volume ?? 0) / cubicMetres / ((8 / 3) * Math.PI * 2)).toBeGreaterThan(0.99)
  })
})

const revolutions = 2
const end = 2 * Math.PI * revolutions
/** Builds a helix about z with radius 3 and pitch 2, starting at this height. */
const helix = (height = 0): string =>
  `0 ${end} 0 0 ${height} 3 0 0 0 3 0 0 0 2 0 0 0 1 null_surface null_surface nullbs nullbs`

/** A band of height 1 along a helix, between two helices and two straight edges. */
const band = sat({
  ...matter,
  face: 'face > >loop >shell > >surface forward single',
  surface: `spline-surface forward { helix_spl_line 0 1 0 ${end} ${helix()} 0 0 1 } I I I I`,
  loop: 'loop > >c1 >face',
  ...Object.fromEntries(
    ['forward', 'forward', 'reversed', 'reversed'].map((sense, at) => [
      `c${at + 1}`,
      `coedge >c${((at + 1) % 4) + 1} >c${((at + 3) % 4) + 1} > >e${at + 1} ${sense} >loop >`,
    ]),
  ),
  e1: 'edge >v1 >v2 >c1 >rise1 forward',
  e2: 'edge >v2 >v3 >c2 >above forward',
  e3: 'edge >v4 >v3 >c3 >rise2 forward',
  e4: 'edge >v1 >v4 >c4 >below forward',
  ...Object.fromEntries(
    ['3 0 0', '3 0 1', '3 0 5', '3 0 4'].flatMap((coordinates, at) => [
      [`v${at + 1}`, `vertex >e1 >p${at + 1}`],
      [`p${at + 1}`, `point ${coordinates}`],
    ]),
  ),
  rise1: 'straight-curve 3 0 0 0 0 1 I I',
  rise2: 'straight-curve 3 0 4 0 0 1 I I',
  below: `intcurve-curve forward { helix_int_cur ${helix()} } I I`,
  above: `intcurve-curve forward { helix_int_cur ${helix(1)} } I I`,
})

/** A tube of radius ½ along the same helix, open at both ends. */
const coil = sat({
  ...matter,
  face: 'face > >first-face-loop >shell > >surface forward single',
  surface: `spline-surface forward { helix_spl_circ 0 ${2 * Math.PI} 0 ${end} 0 ${helix()} 0.5 } I I I I`,
  ...ring('first', {
    face: 'face',
    curve: '3 0 0 0 -1 0 0.5 0 0 1',
    at: '3.5 0 0',
    next: 'last-face-loop',
    sense: 'reversed',
  }),
  ...ring('last', { face: 'face', curve: '3 0 4 0 -1 0 0.5 0 0 1', at: '3.5 0 4' }),
})

describe('ACIS helix surfaces without a stored spline', () => {
  it('have the area of the formula when swept by a line', async () => {
    const { meshes, faces, skipped } = await readFaces(band)
    expect([faces, skipped]).toEqual([1, 0])
    expect(meshes[0].area / squareMetres / (3 * end)).toBeCloseTo(1, 2)
  })

  it('have the area of the integrated formula when swept by a circle', async () => {
    const { meshes, faces, skipped } = await readFaces(coil)
    expect([faces, skipped]).toEqual([1, 0])
    // |∂u × ∂v| over one turn of the circle, in the plane of the axis: ½ √(distance² + (rise · cos u)²).
    const steps = 1000
    const rise = 2 / (2 * Math.PI)
    let area = 0
    for (let step = 0; step < steps; step++) {
      const angle = (2 * Math.PI * (step + 0.5)) / steps
      const distance = 3 - 0.5 * Math.cos(angle)
      area += 0.5 * Math.hypot(distance, rise * Math.sin(angle)) * ((2 * Math.PI) / steps) * end
    }
    expect(meshes[0].area / squareMetres / area).toBeCloseTo(1, 2)
  })
})

const folder = samplesFolder()

describe.skipIf(!folder)('ACIS sample files', () => {
  const files = ['sat', 'sab'].flatMap((name) =>
    folder === null
      ? []
      : readdirSync(join(folder, name))
          .filter((file) => /\.sa[tb]$/i.test(file))
          .map((file) => `${name}/${file}`),
  )

  it.each(files)('have every face of %s meshed and none skipped', async (file) => {
    const bytes = Uint8Array.from(readFileSync(join(folder ?? '', file)))
    const faceCount = [...parseAcis(bytes).records].filter((record) => getKind(record) === 'face').length
    const { faces, skipped } = await readFaces(bytes)
    expect(faces + skipped).toBe(faceCount)
    // No face is skipped; a new sample may skip some for a stated reason.
    expect(skipped).toBe(0)
  })
})
