import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { stubSavedFiles } from '../../testing/stub-saved-files.js'
import { errorResponse, type StubServer, stubServer } from '../../testing/stub-server.js'
import { reportResponse } from '../../testing/test-topics.js'
import { requirePageMessages, startInternationalization } from '../i18n/index.js'
import { createReport } from './create-report.js'
import { ReportMenu } from './report-menu.js'

const route = 'POST /api/auth/topics/report'
let server: StubServer

beforeAll(async () => {
  await startInternationalization('en')
  await requirePageMessages('issues')
})
beforeEach(() => {
  server = stubServer()
})
afterEach(cleanUpPage)

/** Returns a response whose parts are sent one by one. */
function startResponse() {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
    },
  })
  return {
    response: new Response(body),
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
  }
}

describe('menu of reports', () => {
  const renderMenu = async () => {
    const part = await renderPart(<ReportMenu query={{}} selected={[]} isEmpty={false} />)
    await part.user.click(screen.getByRole('button', { name: 'Export' }))
    await part.user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    return part
  }

  test('shows the progress in percent until the report is saved', async () => {
    const saved = stubSavedFiles()
    const stream = startResponse()
    server.on(route, () => stream.response)
    await renderMenu()
    stream.send('{"percent":4')
    stream.send('0}\n')
    await screen.findByText('Creating the report: 40 %')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    stream.send('{"file":{"name":"issues.csv","bytes":5}}\nab')
    stream.send('\ncd')
    stream.end()
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['issues.csv']))
    expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
  })

  test('cancels the report without an error', async () => {
    server.on(route, () => startResponse().response)
    const { user } = await renderMenu()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
    expect(server.calls(route)[0]?.signal?.aborted).toBe(true)
    expect(screen.queryByText(/couldn’t be created/)).toBeNull()
  })
})

describe('streamed report', () => {
  const create = (onProgress = vi.fn()) =>
    createReport({ format: 'csv' }, { signal: new AbortController().signal, onProgress })

  test('has every byte after its last line, also line breaks', async () => {
    server.on(route, () => reportResponse('issues.csv', 'a\r\nb\n'))
    const onProgress = vi.fn()
    const { content, name } = await create(onProgress)
    expect([name, await content.text()]).toEqual(['issues.csv', 'a\r\nb\n'])
    expect(onProgress.mock.calls).toEqual([[40]])
  })

  test('is refused when the connection ended early', async () => {
    server.on(route, () => new Response('{"file":{"name":"a.csv","bytes":9}}\nhalf'))
    await expect(create()).rejects.toMatchObject({ name: 'ApiError', status: null })
    server.on(route, () => new Response('{"percent":1}\n'))
    await expect(create()).rejects.toMatchObject({ name: 'ApiError', status: null })
  })

  test('is refused with the error of the server, before and after it began', async () => {
    const error = { status: 413, code: 'too-many', message: 'Too many' }
    server.on(route, () => new Response(`{"percent":1}\n${JSON.stringify({ error })}\n`))
    await expect(create()).rejects.toMatchObject({ status: 413 })
    server.on(route, () => errorResponse(403, 'not-allowed', 'No'))
    await expect(create()).rejects.toMatchObject({ status: 403 })
  })
})
