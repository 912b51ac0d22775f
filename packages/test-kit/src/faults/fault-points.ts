import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** A call by which this process is about to change the contents of a folder. */
export interface FaultPoint {
  /** Name of the call: `open`, `write`, `sync`, `rename`, … */
  readonly call: string
  /** The affected file; for a rename the old name. */
  readonly path: string
  /** For a write: writes its first half. */
  readonly tear?: () => void
}

/** The watched folder and the callback. */
export interface FaultWatch {
  /** Calls on files at or below this path are points. */
  readonly folder: string
  /** Called before every point. An error that it throws becomes the error of the call. */
  readonly onPoint: (point: FaultPoint) => void
}

type Call = (this: unknown, ...parts: unknown[]) => unknown
type Calls = Record<string, Call>

const callsWithPath = [
  'open',
  'writeFile',
  'appendFile',
  'rename',
  'rm',
  'unlink',
  'mkdir',
  'chmod',
  'link',
  'utimes',
  'truncate',
]
const callsOfHandle = ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate']
const callsOfStream = ['open', 'write', 'writev']

/**
 * Watches file changes of this process from outside: it wraps Node's own calls, the product has no switch for it. So
 * each call can be made to fail, or be the last. Returns the function that stops it. One watch at a time.
 */
export async function watchFaultPoints(watch: FaultWatch): Promise<() => void> {
  const handles = new WeakMap<object, string>()
  const descriptors = new Map<number, string>()
  const undo = [
    wrapPromises(watch, handles),
    wrapHandles(watch, handles, await handlePrototype()),
    wrapStreams(watch, descriptors),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const restore of undo) restore()
    syncBuiltinESMExports()
  }
}

async function handlePrototype(): Promise<Calls> {
  const handle = await fs.promises.open('/dev/null', 'r')
  await handle.close()
  return Object.getPrototypeOf(handle) as Calls
}

function isBelow(path: unknown, folder: string): path is string {
  return typeof path === 'string' && (path === folder || path.startsWith(`${folder}/`))
}

/** Returns whether a call changes files: opening for reading does not. */
function changes(call: string, parts: readonly unknown[]): boolean {
  return call !== 'open' || (typeof parts[1] === 'string' && parts[1] !== 'r')
}

function wrapPromises({ folder, onPoint }: FaultWatch, handles: WeakMap<object, string>): () => void {
  return wrapEach(
    fs.promises as unknown as Calls,
    callsWithPath,
    (call, original) =>
      async function (...parts) {
        const [path] = parts
        const isInFolder = isBelow(path, folder)
        if (isInFolder && changes(call, parts)) onPoint(pointOfPath(call, path, parts[1]))
        const result = await original.apply(this, parts)
        if (call === 'open' && isInFolder) handles.set(result as object, path)
        return result
      },
  )
}

function wrapHandles({ onPoint }: FaultWatch, handles: WeakMap<object, string>, prototype: Calls): () => void {
  return wrapEach(
    prototype,
    callsOfHandle,
    (call, original) =>
      async function (...parts) {
        const handle = this as fs.promises.FileHandle
        const path = handles.get(handle)
        if (path !== undefined) onPoint(toFaultPoint(call, path, { parts, descriptor: handle.fd }))
        return original.apply(this, parts)
      },
  )
}

/** Wraps the callback calls, which streams use. */
function wrapStreams({ folder, onPoint }: FaultWatch, descriptors: Map<number, string>): () => void {
  return wrapEach(
    fs as unknown as Calls,
    callsOfStream,
    (call, original) =>
      function (...parts) {
        const done = parts.at(-1) as (error: unknown, result?: unknown) => void
        const path = call === 'open' ? parts[0] : descriptors.get(parts[0] as number)
        if (!isBelow(path, folder)) return original.apply(this, parts)
        try {
          if (changes(call, parts))
            onPoint(toFaultPoint(call, path, { parts: parts.slice(1), descriptor: parts[0] as number }))
        } catch (error) {
          process.nextTick(done, error)
          return undefined
        }
        if (call !== 'open') return original.apply(this, parts)
        const onOpen = (error: unknown, descriptor?: unknown): void => {
          if (typeof descriptor === 'number') descriptors.set(descriptor, path)
          done(error, descriptor)
        }
        return original.apply(this, [...parts.slice(0, -1), onOpen])
      },
  )
}

/** Creates the point of a write by path. */
function pointOfPath(call: string, path: string, content: unknown): FaultPoint {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  if (call !== 'writeFile' || !(bytes instanceof Uint8Array)) return { call, path }
  return { call, path, tear: () => fs.writeFileSync(path, firstHalf(bytes)) }
}

function toFaultPoint(
  call: string,
  path: string,
  { parts, descriptor }: { readonly parts: readonly unknown[]; readonly descriptor: number },
): FaultPoint {
  const [content, ...positionParameters] = parts
  if (!call.startsWith('write') && call !== 'appendFile') return { call, path }
  // `write` takes a buffer with an offset, a length and a file position, `writev` takes buffers and a position.
  const position = positionParameters.slice(call === 'write' ? 2 : 0).find((part) => typeof part === 'number') ?? null
  const bytes = Array.isArray(content) ? Buffer.concat(content as Uint8Array[]) : content
  if (!(bytes instanceof Uint8Array)) return { call: 'write', path }
  const tear = (): void => void fs.writeSync(descriptor, firstHalf(bytes), 0, null, position)
  return { call: 'write', path, tear }
}

function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.ceil(bytes.length / 2))
}

function wrapEach(target: Calls, names: readonly string[], wrap: (call: string, original: Call) => Call): () => void {
  const originals = names.map((name) => [name, target[name]] as const)
  for (const [name, original] of originals) if (original !== undefined) target[name] = wrap(name, original)
  return () => {
    for (const [name, original] of originals) if (original !== undefined) target[name] = original
  }
}
