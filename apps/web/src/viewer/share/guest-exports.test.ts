import { afterEach, expect, test, vi } from 'vitest'
import { guestExports } from './fetch-original.js'

afterEach(() => vi.unstubAllGlobals())

/** Opens a link against a server that accepts one token and records its requests. */
function open(tokenName: string) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization')
    requests.push(`${method} ${url} ${token ?? ''}`)
    if (token !== `Bearer ${tokenName}`) return new Response('{}', { status: 401 })
    if (method === 'POST') return Response.json({ state: 'working', fraction: 0.5, size: null, path: null })
    return url.endsWith('missing') ? Response.json({}, { status: 404 }) : new Response('%PDF')
  })
  const link = {
    getToken: async () => ({ token: 'first', from: 'server' as const }),
    renewToken: async () => 'second',
  }
  return { requests, exports: guestExports(link) }
}

test('guestExports requests and reads an export with the token of the share link', async () => {
  const { requests, exports } = open('first')
  expect(await exports.request('urn-1', 'sheet-pdf-0')).toMatchObject({ state: 'working', fraction: 0.5 })
  expect(await (await exports.read('/api/derivatives/urn-1/exports/sheets/000.pdf')).text()).toBe('%PDF')
  expect(requests).toEqual([
    'POST /api/share-links/packages/urn-1/exports/sheet-pdf-0 Bearer first',
    'GET /api/derivatives/urn-1/exports/sheets/000.pdf Bearer first',
  ])
})

test('guestExports renews an expired token once and reports other errors', async () => {
  const { requests, exports } = open('second')
  await exports.read('/api/file')
  expect(requests).toEqual(['GET /api/file Bearer first', 'GET /api/file Bearer second'])
  await expect(exports.read('/api/missing')).rejects.toMatchObject({ status: 404 })
})
