import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A fault applied to a response of the store. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  /** The request is swallowed. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** Bodies are truncated in the middle. */
  | { readonly kind: 'short' }
  | { readonly kind: 'etag' }
  | { readonly kind: 'etag-short' }

/** A proxy before a real store that breaks every n-th response. Signatures stay valid: the host name is passed on. */
export class FaultProxy {
  readonly address: string
  /** Number of requests received, broken or not. */
  requests = 0
  readonly #server: Server
  #fault: Fault | null = null
  #every = 1

  private constructor(server: Server) {
    this.#server = server
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(endpoint: string): Promise<FaultProxy> {
    const target = new URL(endpoint)
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new FaultProxy(server)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => proxy.#pass(target, request, response))
    return proxy
  }

  /** Breaks every n-th response from now on. */
  breakSome(fault: Fault, every: number): void {
    this.#fault = fault
    this.#every = every
  }

  heal(): void {
    this.#fault = null
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #pass(target: URL, request: IncomingMessage, response: ServerResponse): void {
    this.requests++
    const fault = this.#fault !== null && this.requests % this.#every === 0 ? this.#fault : null
    if (fault?.kind === 'silent') {
      request.resume()
      return
    }
    if (fault?.kind === 'status') {
      request.resume().on('end', () => response.writeHead(fault.status).end())
      return
    }
    const { headers, method, url: path } = request
    const passed = sendRequest({ host: target.hostname, port: target.port, method, path, headers }, (upstream) => {
      const delay = fault?.kind === 'slow' ? fault.milliseconds : 0
      setTimeout(() => forwardResponse(upstream, response, { fault, isRead: method === 'GET' }), delay)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }
}

interface ProxyReply {
  readonly fault: Fault | null
  readonly isRead: boolean
}

function forwardResponse(upstream: IncomingMessage, response: ServerResponse, { fault, isRead }: ProxyReply): void {
  const headers = { ...upstream.headers }
  if ((fault?.kind === 'etag' || fault?.kind === 'etag-short') && headers.etag !== undefined)
    headers.etag = '"00000000000000000000000000000000"'
  response.writeHead(upstream.statusCode ?? 502, headers)
  const length = Number(headers['content-length'] ?? 0)
  const isBody = isRead && length > 1
  if (isBody && (fault?.kind === 'short' || fault?.kind === 'etag-short')) cutShort(upstream, response, length / 2)
  else upstream.pipe(response)
}

function cutShort(upstream: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  let passed = 0
  upstream.on('data', (chunk: Buffer) => {
    passed += chunk.length
    response.write(chunk)
    if (passed < maxBytes && passed < 1 << 20) return
    upstream.destroy()
    // After the written bytes have been sent.
    setImmediate(() => response.destroy())
  })
}
