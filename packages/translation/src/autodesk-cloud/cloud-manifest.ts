/** How a translation in the service stands. */
export interface CloudManifest {
  readonly status: 'underway' | 'success' | 'failed'
  /** 0 to 1. */
  readonly progress: number
  /** What the service says about a failure, in its own words. */
  readonly message: string
  /** The 3D views, the one to show first. */
  readonly views: readonly CloudView[]
  /** Drawings that the service made of the file. */
  readonly sheets: number
}

/** A 3D view as the service keeps it. */
export interface CloudView {
  readonly name: string
  /** Address of its `.svf` in the service. */
  readonly urn: string
}

type Fields = Readonly<Record<string, unknown>>

const longestMessageCharacters = 200
const mostDepth = 8

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Every entry below a list, parents before children. */
function* below(entries: readonly Fields[], depth = 0): Generator<Fields> {
  if (depth >= mostDepth) return
  for (const entry of entries) {
    yield entry
    yield* below(listOf(entry['children']), depth + 1)
  }
}

function statusOf(text: string): CloudManifest['status'] {
  if (text === 'success') return 'success'
  return text === 'failed' || text === 'timeout' ? 'failed' : 'underway'
}

function viewOf(geometry: Fields): CloudView | null {
  const graphics = listOf(geometry['children']).find(({ mime }) => mime === 'application/autodesk-svf')
  const urn = textOf(graphics?.['urn'])
  return urn === '' ? null : { name: textOf(geometry['name']), urn }
}

function messagesOf(manifest: Fields): string {
  const messages = [...below(listOf(manifest['derivatives']))]
    .flatMap(({ messages: own }) => listOf(own))
    .filter(({ type }) => type === 'error')
    .map(({ code, message }) => [textOf(code), [message].flat().map(textOf).join(' ')].filter(Boolean).join(': '))
  return [...new Set(messages)].join('; ').slice(0, longestMessageCharacters)
}

/** Reads the service's manifest. */
export function readCloudManifest(json: unknown): CloudManifest {
  const manifest = fieldsOf(json)
  const svf = listOf(manifest['derivatives']).filter(({ outputType }) => outputType === 'svf')
  const geometries = [...below(svf)].filter(({ type }) => type === 'geometry')
  const solid = geometries.filter(({ role }) => role === '3d')
  const ordered = solid.toSorted((a, b) => Number(b['useAsDefault'] === true) - Number(a['useAsDefault'] === true))
  return {
    status: statusOf(textOf(manifest['status'])),
    progress: Math.min(1, (Number.parseInt(textOf(manifest['progress']), 10) || 0) / 100),
    message: messagesOf(manifest),
    views: ordered.map(viewOf).filter((view) => view !== null),
    sheets: geometries.filter(({ role }) => role === '2d').length,
  }
}
