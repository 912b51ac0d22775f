/** State of a translation in the service. */
export interface CloudManifest {
  readonly status: 'underway' | 'success' | 'failed'
  /** 0 to 1. */
  readonly progress: number
  /** The service's own message about a failure. */
  readonly message: string
  /** The 3D views, the default one first. */
  readonly views: readonly CloudView[]
  /** Number of drawings that the service made of the file. */
  readonly sheets: number
}

/** A 3D view of the service. */
export interface CloudView {
  readonly name: string
  /** Address of its `.svf` in the service. */
  readonly urn: string
}

type Fields = Readonly<Record<string, unknown>>

const maxMessageCharacters = 200
const maxDepth = 8

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const toList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(toFields) : [])
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Yields every entry below a list, parents before children. */
function* below(entries: readonly Fields[], depth = 0): Generator<Fields> {
  if (depth >= maxDepth) return
  for (const entry of entries) {
    yield entry
    yield* below(toList(entry['children']), depth + 1)
  }
}

function toStatus(text: string): CloudManifest['status'] {
  if (text === 'success') return 'success'
  return text === 'failed' || text === 'timeout' ? 'failed' : 'underway'
}

function toView(geometry: Fields): CloudView | null {
  const graphics = toList(geometry['children']).find(({ mime }) => mime === 'application/autodesk-svf')
  const urn = toText(graphics?.['urn'])
  return urn === '' ? null : { name: toText(geometry['name']), urn }
}

function joinMessages(manifest: Fields): string {
  const messages = [...below(toList(manifest['derivatives']))]
    .flatMap(({ messages: own }) => toList(own))
    .filter(({ type }) => type === 'error')
    .map(({ code, message }) => [toText(code), [message].flat().map(toText).join(' ')].filter(Boolean).join(': '))
  return [...new Set(messages)].join('; ').slice(0, maxMessageCharacters)
}

/** Parses the service's manifest. */
export function readCloudManifest(json: unknown): CloudManifest {
  const manifest = toFields(json)
  const svf = toList(manifest['derivatives']).filter(({ outputType }) => outputType === 'svf')
  const geometries = [...below(svf)].filter(({ type }) => type === 'geometry')
  const solid = geometries.filter(({ role }) => role === '3d')
  const ordered = solid.toSorted((a, b) => Number(b['useAsDefault'] === true) - Number(a['useAsDefault'] === true))
  return {
    status: toStatus(toText(manifest['status'])),
    progress: Math.min(1, (Number.parseInt(toText(manifest['progress']), 10) || 0) / 100),
    message: joinMessages(manifest),
    views: ordered.map(toView).filter((view) => view !== null),
    sheets: geometries.filter(({ role }) => role === '2d').length,
  }
}
