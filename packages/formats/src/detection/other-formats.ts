import {
  matchesAt,
  decodeHeaderText,
  compoundStreamNames,
  isCompoundFile,
  isZip,
  zipEntryNames,
} from '@kamar/codecs/detection'

/** A format outside the twenty, identified by its first bytes. */
export interface OtherFormat {
  readonly id: string
  /** Name as shown after "Found: " in the message. */
  readonly name: string
  /** Whether it can contain files of other formats: then it does not contradict a format that uses this container. */
  readonly isContainer?: boolean
}

interface Signature extends OtherFormat {
  readonly at?: number
  /** Characters with codes 0 to 255. */
  readonly bytes: string
}

const signatures: readonly Signature[] = [
  { id: 'pdf', name: 'PDF document', bytes: '%PDF-' },
  { id: 'png', name: 'PNG picture', bytes: '\u0089PNG\r\n\u001a\n' },
  { id: 'jpeg', name: 'JPEG picture', bytes: '\u00ff\u00d8\u00ff' },
  { id: 'gif', name: 'GIF picture', bytes: 'GIF8' },
  { id: 'webp', name: 'WebP picture', at: 8, bytes: 'WEBP' },
  { id: 'tiff', name: 'TIFF picture', bytes: 'II*\0' },
  { id: 'tiff', name: 'TIFF picture', bytes: 'MM\0*' },
  { id: 'bmp', name: 'bitmap picture', bytes: 'BM' },
  { id: 'psd', name: 'Photoshop picture', bytes: '8BPS' },
  { id: 'mp4', name: 'video', at: 4, bytes: 'ftyp' },
  { id: 'dxf', name: 'AutoCAD exchange drawing (DXF)', bytes: 'AutoCAD Binary DXF' },
  { id: 'glb', name: 'glTF model', bytes: 'glTF' },
  { id: 'ply', name: 'PLY model', bytes: 'ply\n' },
  { id: 'ply', name: 'PLY model', bytes: 'ply\r\n' },
  { id: 'blend', name: 'Blender model', bytes: 'BLENDER' },
  { id: 'las', name: 'LAS point cloud', bytes: 'LASF' },
  { id: 'e57', name: 'E57 point cloud', bytes: 'ASTM-E57' },
  { id: 'w2d', name: 'DWF sheet (W2D)', bytes: '(W2D V' },
  { id: 'rar', name: 'RAR archive', bytes: 'Rar!\u001a\u0007' },
  { id: '7z', name: '7-Zip archive', bytes: "7z\u00bc\u00af'\u001c" },
  { id: 'gzip', name: 'gzip archive', bytes: '\u001f\u008b' },
  { id: 'executable', name: 'program', bytes: 'MZ' },
  { id: 'executable', name: 'program', bytes: '\u007fELF' },
  { id: 'rtf', name: 'RTF document', bytes: '{\\rtf' },
  { id: 'postscript', name: 'PostScript document', bytes: '%!PS' },
]

/** Text formats, the most specific first. */
const textFormats: readonly (OtherFormat & { readonly pattern: RegExp })[] = [
  { id: 'dxf', name: 'AutoCAD exchange drawing (DXF)', pattern: /^(\s*999\s*\n.*\n)*\s*0\s*\nSECTION\s*\n/ },
  {
    id: 'git-lfs',
    name: 'Git LFS pointer (the file itself was not downloaded)',
    pattern: /^version https:\/\/git-lfs/,
  },
  { id: 'html', name: 'web page', pattern: /^\s*(<!--[^]*?-->\s*)*<(!doctype html|html|head|body)\b/i },
  { id: 'svg', name: 'SVG picture', pattern: /^\s*(<\?xml[^]*?\?>\s*)?(<!--[^]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg\b/i },
  { id: 'collada', name: 'COLLADA model', pattern: /^\s*<\?xml[^]*?<COLLADA\b/ },
  { id: 'ifcxml', name: 'ifcXML model', pattern: /^\s*<\?xml[^]*?<(\w+:)?(ifcXML|iso_10303_28|uos)\b/ },
  { id: 'xml', name: 'XML file', pattern: /^\s*<\?xml\b/ },
  { id: 'gltf', name: 'glTF model', pattern: /^\s*\{[^]*?"asset"\s*:/ },
  { id: 'json', name: 'JSON file', pattern: /^\s*[[{]\s*["\]}[{]/ },
  { id: 'vrml', name: 'VRML model', pattern: /^#VRML V/ },
  { id: 'mtl', name: 'OBJ material library', pattern: /^(\s*#.*\n|\s*\n)*\s*newmtl\s/ },
]

const zipContents: readonly (OtherFormat & { readonly pattern: RegExp })[] = [
  { id: 'docx', name: 'Word document', pattern: /^word\// },
  { id: 'xlsx', name: 'Excel workbook', pattern: /^xl\// },
  { id: 'pptx', name: 'PowerPoint presentation', pattern: /^ppt\// },
  { id: 'jar', name: 'Java archive', pattern: /^META-INF\// },
  { id: 'ifczip', name: 'zipped IFC model', pattern: /\.ifc(xml)?$/i },
  { id: '3mf', name: '3MF model', pattern: /^3D\/.*\.model$/i },
  { id: 'kmz', name: 'KMZ file', pattern: /\.kml$/i },
]

const compoundContents: readonly (OtherFormat & { readonly pattern: RegExp })[] = [
  { id: 'doc', name: 'Word document', pattern: /^WordDocument$/ },
  { id: 'xls', name: 'Excel workbook', pattern: /^(Workbook|Book)$/ },
  { id: 'ppt', name: 'PowerPoint presentation', pattern: /^PowerPoint Document$/ },
]

const firstMatch = (
  candidates: readonly (OtherFormat & { readonly pattern: RegExp })[],
  texts: readonly string[],
): OtherFormat | undefined => candidates.find(({ pattern }) => texts.some((text) => pattern.test(text)))

/** Identifies a file outside the twenty formats; null when nothing matches. */
export function detectOtherFormat(header: Uint8Array, size: number): OtherFormat | null {
  if (size === 0) return { id: 'empty', name: 'an empty file' }
  const signature = signatures.find(({ at = 0, bytes }) => matchesAt(header, at, bytes))
  if (signature) return signature
  if (isZip(header)) {
    return firstMatch(zipContents, zipEntryNames(header)) ?? { id: 'zip', name: 'ZIP archive', isContainer: true }
  }
  if (isCompoundFile(header)) {
    const container: OtherFormat = { id: 'compound', name: 'compound file', isContainer: true }
    return firstMatch(compoundContents, compoundStreamNames(header)) ?? container
  }
  return detectTextFormat(header)
}

function detectTextFormat(header: Uint8Array): OtherFormat | null {
  const text = decodeHeaderText(header)
  if (text === null) return null
  if (text.trim() === '') return { id: 'blank', name: 'blank text' }
  return firstMatch(textFormats, [text]) ?? { id: 'text', name: 'plain text', isContainer: true }
}
