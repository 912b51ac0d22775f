import { readGltf } from './gltf-file.js'
import { checkExtensions, isSpread, packGltf } from './pack-gltf.js'
import { RemoteModelError } from './remote-model-error.js'

/** More than this no phone draws; it also ends what never ends. */
const maxBytes = 200 * 2 ** 20
const maxFiles = 500

/** Told how much has arrived, 0 to 1, as far as the server said how much there is. */
type OnFraction = (fraction: number) => void

/** Without cookies and without saying where from. */
const plain: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'cors' }

/** A model at an address as one GLB; `RemoteModelError` when there is none to show. */
export async function fetchModel(address: string, onFraction: OnFraction): Promise<Uint8Array<ArrayBuffer>> {
  const budget = { bytes: maxBytes, files: maxFiles }
  const bytes = await fetchBytes(address, budget, onFraction)
  const file = readGltf(bytes)
  checkExtensions(file.json)
  if (!isSpread(file.json)) return bytes
  return packGltf(file, (uri) => fetchBytes(new URL(uri, address).href, budget, () => undefined))
}

/** Whether a file is there to be read by other sites. */
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
    // A browser does not tell a page why: no such server, or one that lets no other site read.
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

/** Safari's streams cannot be walked through with `for await`. */
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
