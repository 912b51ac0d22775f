// Determines which release wrote a file: from its bytes if they contain a text line, otherwise from the reader's
// findings. '' if neither the format nor the file states it.

const latin1 = (bytes, length) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1')

const dwgReleases = {
  AC1012: '13',
  AC1014: '14',
  AC1015: '2000',
  AC1018: '2004',
  AC1021: '2007',
  AC1024: '2010',
  AC1027: '2013',
  AC1032: '2018',
  AC1009: '12',
  AC1006: '10',
}

const parseSchema = (bytes) =>
  /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i
    .exec(latin1(bytes, 1 << 16))?.[1]
    ?.replace(/\s*\{.*$/, '')
    .trim() ?? ''

const property = (scene, ...names) => {
  for (const set of scene.propertySets)
    for (const name of names) {
      const match = set.properties.find((one) => one.name === name)
      if (match) return String(match.value)
    }
  return ''
}

const readers = {
  dwg: (bytes) => {
    const header = latin1(bytes, 1 << 16)
    const drawing = /^AC(?:10\d\d|\d\.\d+)/.exec(header)?.[0]
    const exchange = /\$ACADVER\W+1?\W*(AC10\d\d)/.exec(header)?.[1]
    return drawing
      ? `DWG ${dwgReleases[drawing] ?? drawing}`
      : exchange
        ? `DXF ${dwgReleases[exchange] ?? exchange}`
        : 'DXF'
  },
  ifc: (bytes) => parseSchema(bytes).toUpperCase(),
  step: (bytes) => parseSchema(bytes).toUpperCase(),
  fbx: (bytes) => {
    const header = latin1(bytes, 4096)
    if (header.startsWith('Kaydara FBX Binary'))
      return `${new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true) / 1000} binary`
    const declared = /FBXVersion:\s*(\d+)/.exec(header)?.[1]
    return declared ? `${Number(declared) / 1000} ASCII` : ''
  },
  '3dm': (bytes) => /^3D Geometry File Format\s+(\d+)/.exec(latin1(bytes, 64))?.[1]?.replace(/^(\d)0$/, '$1') ?? '',
  rvt: (_, scene) => property(scene, 'Version'),
  skp: (_, scene) => property(scene, 'Version', 'File version'),
  max: (_, scene) => property(scene, 'Version'),
  nwd: (_, scene) => property(scene, 'File version'),
  stl: (bytes) => (/^\s*solid[^\n]*\n\s*(facet|endsolid)/.test(latin1(bytes, 4096)) ? 'ASCII' : 'binary'),
}

export const findVersion = (formatId, bytes, scene) => readers[formatId]?.(bytes, scene) ?? ''
