/** One of the twenty formats of the specification (section 5); two extensions of one format share an entry. */
export interface UploadFormat {
  readonly id: string
  readonly name: string
  /** Lower case, with the dot. */
  readonly extensions: readonly string[]
  /** Byte patterns at fixed offsets; any match identifies the format. Text formats have none. */
  readonly signatures: readonly { readonly offset: number; readonly bytes: string }[]
}

/** Central table of upload formats; allow-lists, upload controls and documentation derive from it. */
export const uploadFormats: readonly UploadFormat[] = [
  {
    id: 'dwg',
    name: 'AutoCAD drawing',
    extensions: ['.dwg'],
    signatures: [
      { offset: 0, bytes: 'AC10' },
      { offset: 0, bytes: 'AC1.' },
    ],
  },
  { id: 'dwf', name: 'Design Web Format', extensions: ['.dwf'], signatures: [{ offset: 0, bytes: '(DWF V' }] },
  { id: 'dwfx', name: 'Design Web Format XPS', extensions: ['.dwfx'], signatures: [] },
  { id: 'ifc', name: 'Industry Foundation Classes', extensions: ['.ifc'], signatures: [] },
  { id: 'rvt', name: 'Revit project', extensions: ['.rvt'], signatures: [] },
  { id: 'nwd', name: 'Navisworks document', extensions: ['.nwd', '.nwc'], signatures: [] },
  { id: '3ds', name: '3D Studio', extensions: ['.3ds'], signatures: [{ offset: 0, bytes: 'MM' }] },
  { id: 'fbx', name: 'Autodesk FBX', extensions: ['.fbx'], signatures: [{ offset: 0, bytes: 'Kaydara FBX Binary' }] },
  { id: 'obj', name: 'Wavefront OBJ', extensions: ['.obj'], signatures: [] },
  { id: 'step', name: 'STEP', extensions: ['.step', '.stp'], signatures: [] },
  { id: 'iges', name: 'IGES', extensions: ['.iges', '.igs'], signatures: [] },
  {
    id: 'sat',
    name: 'ACIS',
    extensions: ['.sat', '.sab'],
    signatures: [
      { offset: 0, bytes: 'ACIS BinaryFile' },
      { offset: 0, bytes: 'ASM BinaryFile' },
    ],
  },
  {
    id: 'skp',
    name: 'SketchUp',
    extensions: ['.skp'],
    signatures: [{ offset: 0, bytes: '\u00ff\u00fe\u00ff\u000eS\u0000k\u0000e\u0000t\u0000c\u0000h\u0000U\u0000p' }],
  },
  { id: '3dm', name: 'Rhino 3D', extensions: ['.3dm'], signatures: [{ offset: 0, bytes: '3D Geometry File Format' }] },
  { id: 'stl', name: 'Stereolithography', extensions: ['.stl'], signatures: [] },
  { id: 'max', name: '3ds Max scene', extensions: ['.max'], signatures: [] },
]

/** The twenty extensions, lower case with the dot, in the specification's order. */
export const uploadExtensions: readonly string[] = [
  '.dwg',
  '.dwf',
  '.dwfx',
  '.ifc',
  '.rvt',
  '.nwd',
  '.nwc',
  '.3ds',
  '.fbx',
  '.obj',
  '.step',
  '.stp',
  '.iges',
  '.igs',
  '.sat',
  '.sab',
  '.skp',
  '.3dm',
  '.stl',
  '.max',
]

/** Returns the extension of a file name, lower case with the dot; '' when there is none. */
export function getFileExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot <= 0 ? '' : fileName.slice(dot).toLowerCase()
}

/** Finds the format for a file name's extension; undefined when it is not one of the twenty. */
export function findUploadFormat(fileName: string): UploadFormat | undefined {
  const extension = getFileExtension(fileName)
  return uploadFormats.find((format) => format.extensions.includes(extension))
}
