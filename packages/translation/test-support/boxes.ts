const header =
  "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n"
const project = [
  "#1=IFCPROJECT('0YvctVUKr0kugbFTf53O9L',$,'Project',$,$,$,$,(#5),#2);",
  '#2=IFCUNITASSIGNMENT((#3));',
  '#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);',
  "#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#8,$);",
  "#6=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#5,$,.MODEL_VIEW.,$);",
  '#7=IFCCARTESIANPOINT((0.,0.,0.));',
  '#8=IFCAXIS2PLACEMENT3D(#7,$,$);',
  '#9=IFCDIRECTION((0.,0.,1.));',
]

/** Creates one wall that is a box; no two are alike. */
function box(number: number): string {
  const id = 100 + 10 * number
  const text = `${number}`.padStart(18, '0')
  return [
    `#${id}=IFCWALL('0000${text}',$,'Wall ${number}',$,$,#${id + 1},#${id + 2},$,$);`,
    `#${id + 1}=IFCLOCALPLACEMENT($,#${id + 4});`,
    `#${id + 2}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 3}));`,
    `#${id + 3}=IFCSHAPEREPRESENTATION(#6,'Body','SweptSolid',(#${id + 6}));`,
    `#${id + 4}=IFCAXIS2PLACEMENT3D(#${id + 5},$,$);`,
    `#${id + 5}=IFCCARTESIANPOINT((${number % 50}.,${Math.floor(number / 50)}.,0.));`,
    `#${id + 6}=IFCEXTRUDEDAREASOLID(#${id + 7},#8,#9,${1 + number / 10_000});`,
    `#${id + 7}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#${id + 8},0.5,${0.5 + (number % 7) / 100});`,
    `#${id + 8}=IFCAXIS2PLACEMENT2D(#${id + 9},$);`,
    `#${id + 9}=IFCCARTESIANPOINT((0.,0.));`,
  ].join('\n')
}

/** Creates an IFC file of separate boxes, each of about a kilobyte of work. */
export function createBoxes(count: number): Uint8Array {
  const boxes = Array.from({ length: count }, (_, number) => box(number))
  return Buffer.from(`${header}${[...project, ...boxes].join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`)
}
