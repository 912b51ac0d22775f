/** A segment of an alignment: its parent curve, its extent along it, and its own placement. */
export interface SegmentText {
  /** Statement of the parent curve (`IFCCIRCLE(#20,300.)`); #20 is a frame at the origin, #25 a line along x. */
  readonly parent: string
  readonly start: number
  readonly length: number
  readonly at?: readonly [x: number, y: number]
  readonly direction?: readonly [x: number, y: number]
  readonly transition?: string
}

const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value))

/** Creates statements #20 to #25: a 2D frame at the origin, and a line along x. */
export const parentRows = `
#20=IFCAXIS2PLACEMENT2D(#21,#22);
#21=IFCCARTESIANPOINT((0.,0.));
#22=IFCDIRECTION((1.,0.));
#23=IFCVECTOR(#22,1.);
#25=IFCLINE(#21,#23);`

/** Statement of a straight parent curve. */
export const line = 'IFCLINE(#21,#23)'

/** Creates curve segments that use five numbers each from `id` on, and returns their references. */
export function segmentRows(id: number, segments: readonly SegmentText[]): { rows: string; references: string } {
  const rows = segments.map(({ parent, start, length, at = [0, 0], direction = [1, 0], transition }, index) => {
    const first = id + 5 * index
    const lengths = [start, length].map((value) => `IFCLENGTHMEASURE(${real(value)})`).join(',')
    return `
#${first}=IFCCURVESEGMENT(.${transition ?? 'CONTSAMEGRADIENT'}.,#${first + 1},${lengths},#${first + 4});
#${first + 1}=IFCAXIS2PLACEMENT2D(#${first + 2},#${first + 3});
#${first + 2}=IFCCARTESIANPOINT((${at.map(real).join(',')}));
#${first + 3}=IFCDIRECTION((${direction.map(real).join(',')}));
#${first + 4}=${parent};`
  })
  return { rows: rows.join(''), references: segments.map((_, index) => `#${id + 5 * index}`).join(',') }
}

/** Creates a gradient curve (#30) over a composite curve (#31), with parents and segments (#200 and #400 on). */
export function gradientCurveRows(plan: readonly SegmentText[], profile: readonly SegmentText[]): string {
  const [base, gradient] = [segmentRows(200, plan), segmentRows(400, profile)]
  return `${parentRows}${base.rows}${gradient.rows}
#30=IFCGRADIENTCURVE((${gradient.references}),.F.,#31,$);
#31=IFCCOMPOSITECURVE((${base.references}),.F.);`
}

/** A curve of all supported parents, bent to the left and to the right, rising and falling: about 900 long. */
export const railway = gradientCurveRows(
  [
    { parent: line, start: 0, length: 200, at: [1000, 2000], direction: [0.6, 0.8], transition: 'CONTINUOUS' },
    { parent: 'IFCCLOTHOID(#20,173.205080757)', start: 0, length: 100 },
    { parent: 'IFCCIRCLE(#20,300.)', start: 0, length: 150, transition: 'CONTSAMEGRADIENTSAMECURVATURE' },
    { parent: 'IFCCLOTHOID(#20,-173.205080757)', start: -100, length: 100 },
    { parent: line, start: 0, length: 120 },
    { parent: 'IFCCIRCLE(#20,400.)', start: 0, length: -180 },
    { parent: line, start: 0, length: 50, at: [1500, 2400], direction: [0.8, -0.6], transition: 'CONTINUOUS' },
  ],
  [
    { parent: line, start: 0, length: 250.05, at: [0, 100], direction: [0.9998, 0.02], transition: 'DISCONTINUOUS' },
    { parent: 'IFCCIRCLE(#20,5000.)', start: 0, length: -150 },
    { parent: line, start: 0, length: 600 },
  ],
)

/** Creates a point on the curve #30 as the position `id`; it uses `id` and `id + 1`. */
export function curvePointRows(id: number, distance: number, offsets = '$,$,$'): string {
  return `
#${id}=IFCAXIS2PLACEMENTLINEAR(#${id + 1},$,$);
#${id + 1}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${real(distance)}),${offsets},#30);`
}

/** Creates a solid #60 along the curve #30, with a trapezoid at each distance. */
export function sectionedSolidRows(distances: readonly number[]): string {
  const positions = distances.map((_, index) => `#${100 + 2 * index}`)
  return `
#60=IFCSECTIONEDSOLIDHORIZONTAL(#30,(${distances.map(() => '#61').join(',')}),(${positions.join(',')}));
#61=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#62);
#62=IFCPOLYLINE((#63,#64,#65,#66,#63));
#63=IFCCARTESIANPOINT((-2.,0.));
#64=IFCCARTESIANPOINT((2.,0.));
#65=IFCCARTESIANPOINT((1.,1.));
#66=IFCCARTESIANPOINT((-1.,1.));${distances.map((distance, index) => curvePointRows(100 + 2 * index, distance)).join('')}`
}
