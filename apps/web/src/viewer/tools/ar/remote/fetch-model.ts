import { readGltf } from './gltf-file.js'
import { checkExtensions, isSpread, packGltf } from './pack-gltf.js'
import { RemoteModelError } from './remote-model-error.js'

/** More than any phone can render; also ends endless responses. */
const maxBytes = 200 * 2 ** 20
const maxFiles = 500

/** Progress callback, 0 to 1, if the server declared the size. */
type OnFraction = (fraction: number) => void

/** Sends neither cookies nor referrer. */
const plain: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'cors' }

/** Fetches a model at a URL as one GLB; throws `RemoteModelError` when there is none to show. */
export async function fetchModel(address: string, onFraction: OnFraction): Promise<Uint8Array<ArrayBuffer>> {
  const budget = { bytes: maxBytes, files: maxFiles }
  const bytes = await fetchBytes(address, budget, onFraction)
  const file = readGltf(bytes)
  checkExtensions(file.json)
  if (!isSpread(file.json)) return bytes
  return packGltf(file, (uri) => fetchBytes(new URL(uri, address).href, budget, () => undefined))
}

/** Returns whether a file exists and permits cross-origin reads. */
export async function isThere(address: string): Promise<boolean> {
  return fetch(address, { ...plain, method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

interface Budget {
  bytes: number
  files: number
}

async function fetchBytes(address: string, budget: Budget, onFraction: OnFraction): Promise<Uint8Array<ArrayBuffer>> {
  if (budget.files-- <= 0) throw new RemoteModelError('size')
  const response = await fetch(address, plain).catch(() => {
    // The browser hides the cause from a page: an unknown server, or one without CORS.
    throw new RemoteModelError('blocked')
  })
  if (!response.ok) throw new RemoteModelError('status', String(response.status))
  const total = Number(response.headers.get('content-length')) || 0
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of readChunks(response)) {
    budget.bytes -= chunk.length
    if (budget.bytes < 0) throw new RemoteModelError('size')
    chunks.push(chunk)
    length += chunk.length
    if (total > 0) onFraction(Math.min(1, length / total))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Reads chunks without `for await`, which Safari's streams do not support. */
async function* readChunks({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new RemoteModelError('blocked')
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
