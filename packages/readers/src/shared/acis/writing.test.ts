import { describe, expect, it } from 'vitest'
import { parseAcis, type AcisFile } from './acis-file.js'
import { Attributes } from './attributes.js'
import { readAcisBytes } from './index.js'
import { lookOf } from './look.js'
import { LumpWriter } from './lump-writer.js'
import { StepStatements } from '../brep/index.js'
import { readSurfaceShape } from './surface-shapes.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const header = '700 0 1 0\n@5 Tests @4 ACIS @3 now\n1 1e-06 1e-10\n'
const body = 'body $-1 -1 $-1 $-1 $-1 $-1 #\n'
const bytesOf = (records: string): Uint8Array => encode(`${header}${body}${records}\nEnd-of-ACIS-data\n`)
const file = (records: string): AcisFile => parseAcis(bytesOf(records))
const head = '$-1 -1 $-1'
const textOf = (statements: StepStatements): string => new TextDecoder().decode(statements.bytes())

/** Statements of the surface that a record is, and what else is known of it. */
function written(record: string): { text: string; isReversed: boolean; seam: readonly number[] | null } | string {
  const acis = file(`${record} #`)
  const found = acis.record(1)
  if (!found) return 'no record'
  const shape = readSurfaceShape(acis, found)
  if (shape.kind === 'unread') return shape.word
  const statements = new StepStatements(10)
  shape.write(statements)
  return { text: textOf(statements), isReversed: shape.isReversed, seam: shape.seamPoint }
}

describe('surfaces', () => {
  it('are planes, with a direction of their own where the file states none', () => {
    expect(written(`plane-surface ${head} 1 2 3 0 0 1 0 1 0 forward_v I I I I`)).toEqual({
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
    expect(written(`plane-surface ${head} 0 0 0 0 1 0 forward`)).toMatchObject({
      text: expect.stringContaining("#3=DIRECTION('',(-1.,0.,0.))") as string,
    })
  })

  it('are cylinders, round and elliptic, and look inwards where the cosine is negative', () => {
    const round = `cone-surface ${head} 0 0 0 0 0 1 2 0 0 1 I I 0`
    expect(written(`${round} 1 2 forward I I I I`)).toMatchObject({
      text: expect.stringMatching(/CYLINDRICAL_SURFACE\('',#\d+,20\.\)$/) as string,
      isReversed: false,
    })
    expect(written(`${round} -1 2 forward I I I I`)).toMatchObject({ isReversed: true })
    expect(written(`cone-surface ${head} 0 0 0 0 0 1 2 0 0 0.5 F 1 F 2 0 1 2 forward`)).toMatchObject({
      text: expect.stringMatching(/ELLIPSE\('',#\d+,20\.,10\.\);[\s\S]*SURFACE_OF_LINEAR_EXTRUSION/) as string,
    })
  })

  it('turn the axis of cones to where they widen', () => {
    const sine = Math.SQRT1_2
    const wide = written(`cone-surface ${head} 0 0 0 0 0 1 2 0 0 1 I I ${sine} ${sine} 2 forward`)
    const narrow = written(`cone-surface ${head} 0 0 0 0 0 1 2 0 0 1 I I ${-sine} ${sine} 2 forward`)
    expect(wide).toMatchObject({ text: expect.stringContaining("DIRECTION('',(0.,0.,1.))") as string })
    expect(narrow).toMatchObject({ text: expect.stringContaining("DIRECTION('',(0.,0.,-1.))") as string })
    expect(wide).toMatchObject({ text: expect.stringMatching(/CONICAL_SURFACE\('',#\d+,20\.,0\.785398/) as string })
  })

  it('are spheres and tori, with a point on their seam', () => {
    expect(written(`sphere-surface ${head} 0 0 0 -5 1 0 0 0 0 1 forward_v`)).toMatchObject({
      text: expect.stringMatching(/SPHERICAL_SURFACE\('',#\d+,50\.\)/) as string,
      isReversed: true,
      seam: [0, 0, 5],
    })
    expect(written(`torus-surface ${head} 0 0 0 0 0 1 4 1 1 0 0 forward_v`)).toMatchObject({
      text: expect.stringMatching(/=TOROIDAL_SURFACE\('',#\d+,40\.,10\.\)/) as string,
      seam: [5, 0, 0],
    })
    expect(written(`torus-surface ${head} 0 0 0 0 0 1 1 4 1 0 0 forward_v`)).toMatchObject({
      text: expect.stringMatching(/DEGENERATE_TOROIDAL_SURFACE\('',#\d+,10\.,40\.,\.T\.\)/) as string,
    })
  })

  it('are splines of any subtype, also by reference to one that stands elsewhere', () => {
    const block = '{ exactsur full nubs 1 1 open open none none 2 2 0 1 1 1 0 1 1 1 0 0 0 1 0 0 0 1 0 1 1 0 }'
    expect(written(`spline-surface ${head} reversed ${block} I I I I`)).toMatchObject({
      text: expect.stringContaining('B_SPLINE_SURFACE_WITH_KNOTS') as string,
      isReversed: true,
    })
    const acis = file(`spline-surface ${head} forward ${block} #\nspline-surface ${head} forward { ref 0 } #`)
    const second = acis.record(2)
    expect(second && readSurfaceShape(acis, second).kind).toBe('surface')
  })

  it('are named by the word of the format where they are not read', () => {
    expect(written(`spline-surface ${head} forward { helix_spl_circ 1 2 3 } I I I I`)).toBe('helix_spl_circ')
    expect(written(`spline-surface ${head} forward { ref 99 }`)).toBe('spline-surface')
    expect(written(`meteor-surface ${head} 1 2 3`)).toBe('meteor-surface')
    expect(written(`cone-surface ${head} 0 0 0 0 0 1 2 0 0 0.5 I I 0.5 0.8 2 forward`)).toBe('cone-surface')
    expect(written(`plane-surface ${head} 0 0 zero 0 0 1`)).toBe('plane-surface')
  })
})

describe('statements', () => {
  it('write numbers as STEP demands: with a point, and a large E', () => {
    const statements = new StepStatements(1)
    statements.point([1, -2.5, 1e-9])
    statements.point([3e21, 0, 1.5e-7])
    expect(textOf(statements)).toContain('(1.,-2.5,1.E-9)')
    expect(textOf(statements)).toContain('(3.E+21,0.,1.5E-7)')
  })

  it('write rational splines in parts', () => {
    const statements = new StepStatements(1)
    const knots = { values: [0, 1], multiplicities: [2, 2] }
    const points = [
      [0, 0, 0],
      [1, 0, 0],
    ]
    statements.splineCurve({ degree: 1, knots, points, weights: [1, 0.5] })
    statements.splineSurface({
      degrees: [1, 1],
      knots: [knots, knots],
      points: [points, points],
      weights: [
        [1, 1],
        [1, 0.5],
      ],
    })
    expect(textOf(statements)).toContain('RATIONAL_B_SPLINE_CURVE((1.,0.5))')
    expect(textOf(statements)).toContain('RATIONAL_B_SPLINE_SURFACE(((1.,1.),(1.,0.5)))')
  })
})

describe('a face', () => {
  const sphere = `sphere-surface ${head} 0 0 0 5 1 0 0 0 0 1 forward_v I I I I #`

  it('without a border is closed at a point when its surface is', () => {
    const acis = file(`face ${head} $-1 $-1 $-1 $-1 $2 forward single #\n${sphere}`)
    const writer = new LumpWriter(acis, 1)
    const face = acis.record(1)
    expect(face && writer.face(face)).toBe(writer.statements.count)
    expect(textOf(writer.statements)).toMatch(/VERTEX_LOOP[\s\S]*ADVANCED_FACE\('',\(#\d+\),#\d+,\.T\.\)$/)
  })

  it('is damaged when its surface or its loop leads nowhere', () => {
    const acis = file(`face ${head} $-1 $-1 $-1 $-1 $77 forward single #
face ${head} $-1 $3 $-1 $-1 $4 forward single #
loop ${head} $-1 $99 $2 #
${sphere}`)
    const writer = new LumpWriter(acis, 1)
    const problems = [1, 2].map((index) => {
      const face = acis.record(index)
      return face && writer.face(face)
    })
    expect(problems).toEqual([
      { reason: 'damaged', word: 'face' },
      { reason: 'damaged', word: 'coedge' },
    ])
  })
})

describe('attributes', () => {
  const attributes = new Attributes(
    file(`rgb_color-st-attrib $-1 -1 $-1 $-1 $0 0.25 0.5 1 #
colour-tsl-attrib $-1 -1 $-1 $-1 $20 1 #
truecolor-adesk-attrib $-1 -1 $-1 $-1 $21 -1023475712 #
color-adesk-attrib $-1 -1 $-1 $-1 $22 3 #
rgb_color-st-attrib $-1 -1 $-1 $-1 $23 7 0 0 #
integer_attrib-name_attrib-gen-attrib $-1 -1 $-1 $-1 $0 copy custom @7 bdm_uid 28 #
string_attrib-name_attrib-gen-attrib $-1 -1 $-1 $-1 $0 2 1 @9 part_name @4 Lid  #
broken-attrib #`),
  )

  it('tell colours in the ways of four programs', () => {
    expect([0, 20, 21, 22, 23, 24].map((entity) => attributes.color(entity))).toEqual([
      [0.25, 0.5, 1],
      [1, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      null,
      null,
    ])
  })

  it('tell names and values', () => {
    expect(attributes.name(0)).toBe('Lid')
    expect(attributes.properties(0)).toEqual([
      { name: 'bdm_uid', value: 28 },
      { name: 'part_name', value: 'Lid' },
    ])
    expect([attributes.name(20), attributes.properties(20)]).toEqual(['', []])
  })
})

describe('looks', () => {
  it('are a material for one colour and vertex colours for several', () => {
    expect(
      lookOf([
        [1, 0, 0],
        [1, 0, 0],
      ]),
    ).toEqual({ color: [1, 0, 0], isByFace: false, traits: { count: 2 } })
    expect(lookOf([null, null]).color).toBeNull()
    const several = lookOf([[1, 0, 0], null])
    expect(several.isByFace).toBe(true)
    expect([...(several.traits.colors ?? [])]).toEqual([255, 0, 0, 255, 192, 190, 186, 255])
  })
})

describe('units', () => {
  it('of a drawing go before the unit of the header', () => {
    const records = `transform $-1 -1 1 0 0 0 1 0 0 0 1 2 0 0 1 no_rotate #`
    const bytes = encode(`${header}body $-1 -1 $-1 $-1 $-1 $1 #\n${records}\nEnd-of-ACIS-data\n`)
    const placements = [readAcisBytes(bytes), readAcisBytes(bytes, 1000)].map(({ bodies }) => bodies[0]?.placement[9])
    expect(placements).toEqual([0.002, 2])
  })
})
