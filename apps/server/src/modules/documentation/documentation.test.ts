import { createHash } from 'node:crypto'
import { errorTable } from '@kamar/core'
import { openApiDocument, openApiPath, routes, streamRoutes } from '@kamar/contracts'
import { listProtocolRoutes, withProtocol } from '@kamar/aps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'
import { apiPage } from './api-page.js'
import { describeModule } from '../../testing/describe-module.js'
import { documentationModule } from './module.js'

describeModule(documentationModule)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('API documentation', () => {
  it('is served as an OpenAPI document', async () => {
    const response = await server.inject({ url: '/api/openapi.json' })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(withProtocol(openApiDocument()))))
  })

  it('is served as an HTML page with every operation and error', async () => {
    const response = await server.inject({ url: '/api/docs' })
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { summary } of [...Object.values(routes), ...streamRoutes]) expect(response.body).toContain(summary)
    for (const { method, path, summary } of listProtocolRoutes()) {
      expect(response.body).toContain(summary.replaceAll("'", '&#39;'))
      expect(response.body).toContain(`<code>${method} ${openApiPath(path)}</code>`)
    }
    expect(response.body).toContain('(clientToken bucket:read or clientToken data:read)')
    for (const code of Object.keys(errorTable)) expect(response.body).toContain(`<code>${code}</code>`)
  })

  it('contains no script, and its policy allows only its own style', async () => {
    const { body, headers } = await server.inject({ url: '/api/docs' })
    expect(body).not.toMatch(/<script|\son\w+=|javascript:/i)
    expect(body).not.toMatch(/\sstyle=/)
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('escapes HTML in texts', () => {
    const page = apiPage({
      ...openApiDocument(),
      info: {
        ...openApiDocument().info,
        title: '<script>alert(1)</script>',
        version: '1',
        description: `"quoted" & 'single'`,
      },
    })
    expect(page).not.toContain('<script>')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('&quot;quoted&quot; &amp; &#39;single&#39;')
  })
})
