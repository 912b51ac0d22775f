const encoder = new TextEncoder()

const header = encoder.encode(
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n",
)
const lineEnd = encoder.encode(';\n')

/** A range of bytes in a larger text. */
export interface TextRun {
  readonly start: number
  readonly end: number
}

/** Input of a solid's text. */
export interface SolidTextInput {
  /** Text with the statements of the faces and the context, `#1=…` up to before the semicolon. */
  readonly source: Uint8Array
  readonly runs: readonly TextRun[]
  /** Statement numbers of the faces, in order. */
  readonly faces: readonly number[]
  /** Statement number of the representation context (units, accuracy); null: millimetres and radians. */
  readonly context: number | null
  /** First free statement number. */
  readonly firstFreeNumber: number
}

/**
 * Builds the STEP text of one solid: its statements wrapped in a product. Every face gets its own shell, which
 * preserves its number through the kernel's repairs; the faces still share their edges.
 */
export function solidText({ source, runs, faces, context, firstFreeNumber }: SolidTextInput): Uint8Array {
  const footer = encoder.encode(wrapper(faces, context, firstFreeNumber))
  let size = header.length + footer.length
  for (const { start, end } of runs) size += end - start + lineEnd.length
  const text = new Uint8Array(size)
  text.set(header)
  let position = header.length
  for (const { start, end } of runs) {
    text.set(source.subarray(start, end), position)
    position += end - start
    text.set(lineEnd, position)
    position += lineEnd.length
  }
  text.set(footer, position)
  return text
}

function wrapper(faces: readonly number[], context: number | null, first: number): string {
  const shell = (number: number): number => first + 14 + number
  const shells = faces.map((face, number) => `#${shell(number)}=OPEN_SHELL('',(#${face}));\n`)
  const references = faces.map((_, number) => `#${shell(number)}`)
  const id = (offset: number): string => `#${first + offset}`
  const ownContext = `${id(10)}=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((${id(11)},${id(12)},${id(13)}))REPRESENTATION_CONTEXT('',''));
${id(11)}=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
${id(12)}=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));
${id(13)}=(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT());
`
  return `${shells.join('')}${context === null ? ownContext : ''}${id(0)}=APPLICATION_CONTEXT('');
${id(1)}=PRODUCT_CONTEXT('',${id(0)},'mechanical');
${id(2)}=PRODUCT('','','',(${id(1)}));
${id(3)}=PRODUCT_DEFINITION_FORMATION('','',${id(2)});
${id(4)}=PRODUCT_DEFINITION_CONTEXT('part definition',${id(0)},'design');
${id(5)}=PRODUCT_DEFINITION('','',${id(3)},${id(4)});
${id(6)}=PRODUCT_DEFINITION_SHAPE('','',${id(5)});
${id(7)}=SHELL_BASED_SURFACE_MODEL('',(${references.join()}));
${id(8)}=MANIFOLD_SURFACE_SHAPE_REPRESENTATION('',(${id(7)}),${context === null ? id(10) : `#${context}`});
${id(9)}=SHAPE_DEFINITION_REPRESENTATION(${id(6)},${id(8)});
ENDSEC;
END-ISO-10303-21;
`
}
