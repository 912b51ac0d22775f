import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../../testing/clean-up.js'
import { pickFiles } from '../../../../testing/pick-files.js'
import { renderPart } from '../../../../testing/render-app.js'
import { stubSavedFiles } from '../../../../testing/stub-saved-files.js'
import { errorResponse, type StubServer, stubServer } from '../../../../testing/stub-server.js'
import { BcfMenu } from './bcf-menu.js'
import { importBcf, type ImportProgress } from './import-bcf.js'

const address = '/api/auth/my-urns/file-1/bcf'
const outcome = { version: '2.1', created: 1, changed: 0, unchanged: 0, comments: 0, viewpoints: 0, skipped: [] }
let server: StubServer

beforeEach(() => {
  server = stubServer()
})
afterEach(cleanUpPage)

const openMenu = async () => {
  const page = await renderPart(<BcfMenu fileId="file-1" filter={{ state: 'open', label: 'MEP' }} canImport />)
  await page.user.click(screen.getByRole('button', { name: 'BCF import and export' }))
  return { ...page, choose: (name: RegExp | string) => page.user.click(screen.getByRole('menuitem', { name })) }
}
const exportQuery = () => Object.fromEntries(server.calls(`GET ${address}`).at(-1)?.query ?? [])

describe('BCF menu', () => {
  test.each(['3.0', '2.1', '2.0'])(
    'exports every issue of the file as BCF %s, with the name of the server',
    async (version) => {
      const saved = stubSavedFiles()
      const headers = { 'content-disposition': `attachment; filename*=UTF-8''%D5%8F%D5%B8%D6%82%D5%B6.bcf` }
      server.on(`GET ${address}`, () => new Response('PK', { headers }))
      const { choose } = await openMenu()
      await choose(`Export BCF ${version}`)
      await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Տուն.bcf']))
      expect(exportQuery()).toEqual({ version })
    },
  )

  test('exports the listed issues with the filter of the list', async () => {
    const saved = stubSavedFiles()
    server.on(`GET ${address}`, () => new Response('PK'))
    const { choose } = await openMenu()
    await choose(/^Export the listed issues/)
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['topics.bcf']))
    expect(exportQuery()).toEqual({ state: 'open', label: 'MEP', version: '3.0' })
  })

  test('says why an export failed, and can be used again', async () => {
    server.on(`GET ${address}`, () => errorResponse(404, 'not-found', 'The file was deleted'))
    const { choose } = await openMenu()
    await choose('Export BCF 3.0')
    expect(await screen.findByText('BCF import or export failed: The file was deleted')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'BCF import and export' })).toHaveProperty('disabled', false)
  })

  test('leads to the table of the issues of this file', async () => {
    const { choose, getPath } = await openMenu()
    await choose('Table and reports')
    expect(getPath()).toBe('/issues?file=file-1')
  })

  test('reports what an import left out as a problem', async () => {
    const skipped = [{ name: 'a/markup.bcf', reason: 'damaged' }]
    server.on(`POST ${address}`, () => new Response(JSON.stringify({ result: { ...outcome, skipped } })))
    await openMenu()
    pickFiles('Import BCF', new File(['PK'], 'site.bcfzip'))
    expect(await screen.findByText('BCF imported. New: 1, updated: 0. 1 item couldn’t be read.')).toBeTruthy()
  })

  test('says that issues on sheets keep only their images where the file has no such sheets', async () => {
    const skipped = ['Plan', 'Roof'].map((name) => ({ name, reason: 'no-sheet' }))
    server.on(`POST ${address}`, () => new Response(JSON.stringify({ result: { ...outcome, skipped } })))
    await openMenu()
    pickFiles('Import BCF', new File(['PK'], 'site.bcfzip'))
    expect(await screen.findByText(/2 issues keep only their images/)).toBeTruthy()
    expect(screen.queryByText(/couldn’t be read/)).toBeNull()
  })

  test('starts no import when the user chooses no file', async () => {
    await openMenu()
    fireEvent.change(screen.getByLabelText('Import BCF'))
    expect(server.requests).toEqual([])
  })
})

describe('BCF import', () => {
  const encoder = new TextEncoder()
  /** Runs an import whose response arrives in these parts. */
  async function run(parts: readonly Uint8Array[], signal = new AbortController().signal) {
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    })
    server.on(`POST ${address}`, () => new Response(body))
    const progress: ImportProgress[] = []
    const observers = { signal, onProgress: (one: ImportProgress) => void progress.push(one) }
    return { result: await importBcf(address, new File(['PK'], 'a.bcf'), observers), progress }
  }
  const lines = [{ imported: 1, topics: 2 }, { imported: 2, topics: 2 }, { result: outcome }]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')

  test('reads lines that arrive byte by byte, and a last one without a line end', async () => {
    const bytes = [...encoder.encode(text.trimEnd())].map((byte) => Uint8Array.of(byte))
    expect(await run(bytes)).toEqual({ result: outcome, progress: lines.slice(0, 2) })
  })

  test('ignores empty lines, which keep the connection alive', async () => {
    expect((await run([encoder.encode(`\n\n${text}`)])).result).toEqual(outcome)
  })

  test('fails like a lost connection when the response ends without a result', async () => {
    await expect(run([encoder.encode('{"imported":1,"topics":2}\n')])).rejects.toMatchObject({ status: null })
  })

  test('fails with the error that the server writes at its end', async () => {
    const error = { status: 413, code: 'bcf-too-large', message: 'Too large' }
    await expect(run([encoder.encode(JSON.stringify({ error }))])).rejects.toMatchObject({
      status: 413,
      code: 'bcf-too-large',
    })
  })
})
