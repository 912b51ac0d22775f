import { describe, expect, it } from 'vitest'
import { StepStatements } from '../brep/index.js'
import { readSurfaceShape } from './surface-shapes.js'
import { acisFile, entityHeader } from './testing/acis-text.js'

interface WrittenSurface {
  readonly text: string
  readonly isReversed: boolean
  /** Seam point of a closed surface. */
  readonly seam: readonly number[] | null
}

/**
 * Writes the statements of a record's surface, in units of ten millimetres; returns the format's keyword for an
 * unsupported one.
 */
function writeSurface(record: string): WrittenSurface | string {
  const file = acisFile(`${record} #`)
  const parsedRecord = file.record(1)
  if (!parsedRecord) return 'no record'
  const shape = readSurfaceShape(file, parsedRecord)
  if (shape.kind === 'unread') return shape.word
  const statements = new StepStatements(10)
  shape.write(statements)
  const text = new TextDecoder().decode(statements.bytes())
  return { text, isReversed: shape.isReversed, seam: shape.seamPoint }
}

const containing = (text: string | RegExp): string =>
  (typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)) as string

describe('ACIS plane surface', () => {
  it('has an axis placement', () => {
    expect(writeSurface(`plane-surface ${entityHeader} 1 2 3 0 0 1 0 1 0 forward_v I I I I`)).toEqual({
      text: [
        "#1=CARTESIAN_POINT('',(10.,20.,30.));",
        "#2=DIRECTION('',(0.,0.,1.));",
        "#3=DIRECTION('',(0.,1.,0.));",
        "#4=AXIS2_PLACEMENT_3D('',#1,#2,#3);",
        "#5=PLANE('',#4)",
      ].join('\n'),
      isReversed: false,
      seam: null,
    })
  })

  it.each([
    ['0 1 0', '(-1.,0.,0.)'],
    ['1 0 0', '(0.,1.,0.)'],
    ['0 0 1', '(1.,0.,0.)'],
    ['0 0 -1', '(1.,0.,0.)'],
  ])('derives a reference direction for the axis %s where the file states none', (axis, direction) => {
    expect(writeSurface(`plane-surface ${entityHeader} 0 0 0 ${axis} forward`)).toMatchObject({
      text: containing(`#3=DIRECTION('',${direction})`),
    })
  })
})

describe('ACIS cylinder surface', () => {
  const round = `cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I 0`

  it('is a cone with a zero sine, reversed when the cosine is negative', () => {
    expect(writeSurface(`${round} 1 2 forward I I I I`)).toMatchObject({
      text: containing(/CYLINDRICAL_SURFACE\('',#\d+,20\.\)$/),
      isReversed: false,
    })
    expect(writeSurface(`${round} -1 2 forward I I I I`)).toMatchObject({ isReversed: true })
  })

  it('becomes a linear extrusion of an ellipse for an elliptic cylinder', () => {
    expect(writeSurface(`cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 0.5 F 1 F 2 0 1 2 forward`)).toMatchObject({
      text: containing(/ELLIPSE\('',#\d+,20\.,10\.\);[\s\S]*SURFACE_OF_LINEAR_EXTRUSION\('',#5,#\d+\)$/),
      isReversed: false,
    })
    expect(writeSurface(`cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 3 I I 0 -1 2 forward`)).toMatchObject({
      text: containing(/DIRECTION\('',\(0\.,2\.,0\.\)\)[\s\S]*ELLIPSE\('',#\d+,60\.,20\.\)/),
      isReversed: true,
    })
  })

  it.each(['I I', 'F 1 I', 'I F 2', 'F 1 F 2', ''])('accepts the limits “%s”', (limits) => {
    expect(writeSurface(`cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 1 ${limits} 0 1 2 forward`)).toMatchObject({
      text: containing('CYLINDRICAL_SURFACE'),
    })
  })
})

describe('ACIS cone surface', () => {
  const sine = Math.SQRT1_2
  const cone = (signs: string): WrittenSurface | string =>
    writeSurface(`cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I ${signs} 2 forward`)

  it.each([
    ['widen along their axis', `${sine} ${sine}`, '(0.,0.,1.)', false],
    ['narrow along their axis', `${-sine} ${sine}`, '(0.,0.,-1.)', false],
    ['narrow along their axis and face inwards', `${sine} ${-sine}`, '(0.,0.,-1.)', true],
    ['widen along their axis and face inwards', `${-sine} ${-sine}`, '(0.,0.,1.)', true],
  ])('has an axis towards the wider end for cones that %s', (_, signs, axis, isReversed) => {
    expect(cone(signs)).toMatchObject({ text: containing(`#2=DIRECTION('',${axis})`), isReversed })
  })

  it('has a radius and a half angle', () => {
    expect(cone('0.5 0.8660254037844386')).toMatchObject({
      text: containing(/CONICAL_SURFACE\('',#\d+,20\.,0\.523598/),
    })
  })
})

describe('ACIS sphere surface', () => {
  it('has a radius, reversed when negative, and a pole as its seam point', () => {
    expect(writeSurface(`sphere-surface ${entityHeader} 1 0 0 5 1 0 0 0 0 1 forward_v`)).toMatchObject({
      text: containing(/SPHERICAL_SURFACE\('',#\d+,50\.\)/),
      isReversed: false,
      seam: [1, 0, 5],
    })
    expect(writeSurface(`sphere-surface ${entityHeader} 0 0 0 -5 1 0 0 0 0 1 forward_v`)).toMatchObject({
      text: containing(/SPHERICAL_SURFACE\('',#\d+,50\.\)/),
      isReversed: true,
      seam: [0, 0, 5],
    })
  })
})

describe('ACIS torus surface', () => {
  const torus = (radii: string): WrittenSurface | string =>
    writeSurface(`torus-surface ${entityHeader} 0 0 0 0 0 1 ${radii} 1 0 0 forward_v`)

  it.each([
    ['a ring', '4 1', "=TOROIDAL_SURFACE\\('',#\\d+,40\\.,10\\.\\)", false, [5, 0, 0]],
    ['a hollow ring', '4 -1', "=TOROIDAL_SURFACE\\('',#\\d+,40\\.,10\\.\\)", true, [5, 0, 0]],
    ['an apple torus', '1 4', "DEGENERATE_TOROIDAL_SURFACE\\('',#\\d+,10\\.,40\\.,\\.T\\.\\)", false, [5, 0, 0]],
    ['a lemon torus', '-1 4', "DEGENERATE_TOROIDAL_SURFACE\\('',#\\d+,10\\.,40\\.,\\.F\\.\\)", false, [3, 0, 0]],
  ])('is written as STEP for %s', (_, radii, text, isReversed, seam) => {
    expect(torus(radii)).toMatchObject({ text: containing(new RegExp(text)), isReversed, seam })
  })
})

describe('ACIS spline surface', () => {
  const block = '{ exactsur full nubs 1 1 open open none none 2 2 0 1 1 1 0 1 1 1 0 0 0 1 0 0 0 1 0 1 1 0 }'

  it.each(['spline-surface', 'spline-exactsur-surface'])('is read under the name %s, in either sense', (name) => {
    for (const sense of ['forward', 'reversed']) {
      expect(writeSurface(`${name} ${entityHeader} ${sense} ${block} I I I I`)).toMatchObject({
        text: containing('B_SPLINE_SURFACE_WITH_KNOTS'),
        isReversed: sense === 'reversed',
      })
    }
  })

  it('may be a reference to another record', () => {
    const file = acisFile(
      `spline-surface ${entityHeader} forward ${block} #\nspline-surface ${entityHeader} forward { ref 0 } #`,
    )
    const second = file.record(2)
    expect(second && readSurfaceShape(file, second).kind).toBe('surface')
  })
})

describe('unreadable ACIS surface', () => {
  it.each([
    [
      'a surface stored as a formula',
      `spline-surface ${entityHeader} forward { helix_spl_circ 1 2 3 } I I I I`,
      'helix_spl_circ',
    ],
    ['a dangling reference', `spline-surface ${entityHeader} forward { ref 99 }`, 'spline-surface'],
    ['a spline without braces', `spline-surface ${entityHeader} forward`, 'spline-surface'],
    ['an unknown surface type', `meteor-surface ${entityHeader} 1 2 3`, 'meteor-surface'],
    ['the name of an inherited property', `constructor ${entityHeader} 1 2 3`, 'constructor'],
    [
      'an elliptic cone in a file without points',
      `cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 0.5 I I 0.5 0.8 2 forward`,
      'cone-surface',
    ],
    ['a flat cone', `cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I 1 0 2 forward`, 'cone-surface'],
    ['a cone without an ellipse', `cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 0 I I 0 1 2 forward`, 'cone-surface'],
    ['a cone without its angle', `cone-surface ${entityHeader} 0 0 0 0 0 1 2 0 0 1 I I`, 'cone-surface'],
    ['a non-numeric value', `plane-surface ${entityHeader} 0 0 zero 0 0 1`, 'plane-surface'],
    ['a sphere of zero size', `sphere-surface ${entityHeader} 0 0 0 0 1 0 0 0 0 1`, 'sphere-surface'],
    ['a torus of zero size', `torus-surface ${entityHeader} 0 0 0 0 0 1 4 0 1 0 0`, 'torus-surface'],
    ['a truncated torus', `torus-surface ${entityHeader} 0 0 0 0 0 1 4`, 'torus-surface'],
  ])('returns its type name for %s', (_, record, word) => {
    expect(writeSurface(record)).toBe(word)
  })
})
