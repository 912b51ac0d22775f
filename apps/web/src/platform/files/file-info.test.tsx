import { type FileRecord } from '@kamar/contracts'
import { translationFailureCodes } from '@kamar/core'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord, uploadResult } from '../../testing/records.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { stubServer } from '../../testing/stub-server.js'
import { accessToken } from '../api/access-token.js'
import { startInternationalization } from '../i18n/index.js'
import { findUploadRefusal } from './upload/check-upload.js'
import { derivativeUrl } from './derivative-url.js'
import { failureText } from './report/failure-text.js'
import { isUnfinished, statusKind } from './file-status.js'
import { FileTypeIcon } from './file-type-icon.js'
import { FormatChips } from './format-chips.js'
import { StatusChip } from './status-chip.js'
import { Thumbnail } from './thumbnail.js'
import { readUploadedFiles, storeUpload } from './upload/uploaded-files.js'

beforeEach(async () => {
  layOut(desktop)
  await startInternationalization('en')
})
afterEach(cleanUpPage)

describe('file status', () => {
  test.each([
    ['processing', 'processing', true],
    ['inprogress', 'processing', true],
    ['success', 'success', false],
    ['failed', 'failed', false],
    ['error', 'error', false],
    ['pending', 'unknown', false],
    ['constructor', 'unknown', false],
  ])('maps %s to the kind %s', (status, kind, unfinished) => {
    expect(statusKind(status)).toBe(kind)
    expect(isUnfinished({ status: status as FileRecord['status'] })).toBe(unfinished)
  })

  test.each([
    [{ status: 'processing' }, 'Processing'],
    [{ status: 'inprogress', progress: 42.7, stage: 'meshing' }, 'Processing42%'],
    [{ status: 'success' }, 'Ready'],
    [{ status: 'success', previewOnly: true }, 'Preview only'],
    [{ status: 'inprogress', progress: 10, previewOnly: true }, 'Processing10%'],
    [{ status: 'failed' }, 'Failed'],
    [{ status: 'error' }, 'Error'],
    [{ status: 'elsewhere' }, 'Unknown'],
  ])('shows %o as %s', (over, text) => {
    const { container } = render(<StatusChip file={fileRecord(over as Partial<FileRecord>)} />)
    expect(container.textContent).toBe(text)
  })

  test.each([
    [{ report: { level: 'notes', notes: 3, missing: 0, inPart: 0, total: 83 } }, 'Complete; 3 notes'],
    [
      { report: { level: 'incomplete', notes: 1, missing: 43, inPart: 0, total: 1240 } },
      'Incomplete: 43 of 1,240 elements missing',
    ],
    [{ partial: true }, 'Incomplete: some of the geometry is missing'],
  ] as const)('marks a model with the report %o as "%s"', (over, name) => {
    const { container } = render(<StatusChip file={fileRecord(over)} />)
    expect(screen.getByRole('img', { name })).toBeTruthy()
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(name)
  })

  test.each([
    {},
    { report: { level: 'complete', notes: 0, missing: 0, inPart: 0, total: null } },
    { previewOnly: true },
  ] as const)('shows no mark for a file with %o', (over) => {
    render(<StatusChip file={fileRecord(over)} />)
    expect(screen.queryByRole('img')).toBeNull()
  })

  test.each([
    [{ status: 'processing' as const, stage: null }, 'In queue'],
    [{ status: 'inprogress' as const, stage: 'meshing' }, 'Building geometry'],
    [{ status: 'inprogress' as const, stage: 'something new' }, 'Reading the file'],
    [{ status: 'inprogress' as const, stage: null }, 'Reading the file'],
  ])('names the stage of %o in its tooltip', (over, text) => {
    const { container } = render(<StatusChip file={fileRecord(over)} />)
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(text)
  })
})

describe('failureText', () => {
  test.each(translationFailureCodes)('translates %s', async (code) => {
    expect(failureText({ code }).length).toBeGreaterThan(15)
    const english = failureText({ code })
    await startInternationalization('hy')
    expect(failureText({ code })).not.toBe(english)
  })

  test('shows format names instead of ids', () => {
    const text = failureText({ code: 'no-reader', details: { expected: 'rvt' } })
    expect(text).toContain('Revit project')
    expect(text).not.toContain('rvt')
  })

  test('formats the number of a limit in the interface language', async () => {
    await startInternationalization('hy')
    const text = failureText({ code: 'limit-exceeded', details: { limit: '20000000 triangles' } })
    expect(text).toContain('ավելի քան 20\u00A0000\u00A0000 եռանկյուն')
  })
})

describe('upload validation', () => {
  const file = (name: string, size = 100) => ({ name, size })
  beforeEach(() => accessToken.write('token'))

  test.each(['house.ifc', 'HOUSE.IFC', 'plan.DwG', 'part.stp', 'a.b.3dm'])('accepts %s', (name) => {
    expect(findUploadRefusal(file(name))).toBeNull()
  })

  test.each([
    ['letter.docx', 'Unsupported file format: .docx'],
    ['Letter.DOCX', 'Unsupported file format: .docx'],
    ['README', 'Unsupported file format: README'],
  ])('rejects %s', (name, text) => {
    expect(findUploadRefusal(file(name))?.message).toBe(text)
  })

  test('accepts 100 MB and rejects one byte more', () => {
    expect(findUploadRefusal(file('tower.ifc', 104_857_600))).toBeNull()
    expect(findUploadRefusal(file('tower.ifc', 104_857_601))?.message).toBe('File size exceeds 100MB limit')
  })

  test('rejects an empty file', () => {
    expect(findUploadRefusal(file('tower.ifc', 0))?.message).toBe('The file is empty')
  })

  test('rejects a file without an access token', () => {
    accessToken.clear()
    expect(findUploadRefusal(file('house.ifc'))?.message).toBe('Access token required for file upload')
  })
})

describe('upload history on the device', () => {
  test('stores the specified fields, newest upload first', () => {
    const first = fileRecord({ description: 'one.ifc' })
    storeUpload(uploadResult(first), new Date('2026-11-20T10:00:00Z'))
    storeUpload(uploadResult(fileRecord({ description: 'two.ifc' })), new Date('2026-11-20T11:00:00Z'))
    const [newest, oldest] = readUploadedFiles()
    expect(newest?.name).toBe('two.ifc')
    expect(oldest).toEqual({
      id: String(Date.parse('2026-11-20T10:00:00Z')),
      name: 'one.ifc',
      urn: first.urn,
      uploadedAt: '2026-11-20T10:00:00.000Z',
      status: 'success',
      jobId: first.jobId,
    })
  })

  test('lists the same file once', () => {
    const file = fileRecord()
    storeUpload(uploadResult(file))
    storeUpload(uploadResult(file))
    expect(readUploadedFiles()).toHaveLength(1)
  })

  test.each(['not json', '{}', '[1, null, {"name": 3}]'])('is empty when storage holds %s', (stored) => {
    localStorage.setItem('uploadedFiles', stored)
    expect(readUploadedFiles()).toEqual([])
  })
})

test('derivativeUrl escapes any URN', () => {
  expect(derivativeUrl('a/b?c', 'manifest.json')).toBe('/api/derivatives/a%2Fb%3Fc/manifest.json')
})

test.each([
  ['house.ifc', 'IFC'],
  ['noextension', 'FILE'],
  ['odd.verylongextension', 'VERY…'],
])('FileTypeIcon of %s shows %s', (name, text) => {
  const { container } = render(<FileTypeIcon name={name} />)
  expect(container.textContent).toBe(text)
})

test('FormatChips lists formats without dots', () => {
  render(<FormatChips extensions={['.dwg', '.ifc']} label="Formats" />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['dwg', 'ifc'])
})

describe('Thumbnail', () => {
  test('is fetched with the access token and shown from a blob URL', async () => {
    accessToken.write('token')
    const server = stubServer({ 'GET /api/derivatives/*': () => new Response(new Blob(['png'])) })
    const { container } = await renderPart(<Thumbnail file={fileRecord({ urn: 'urn-x', hasThumbnail: true })} />)
    await expect.poll(() => container.querySelector('img')?.src).toMatch(/^blob:/)
    const [request] = server.requests
    expect(request?.path).toBe('/api/derivatives/urn-x/thumbnail.png')
    expect(request?.headers.get('authorization')).toBe('Bearer token')
  })

  test('is not requested when the file has none', async () => {
    const server = stubServer({ 'GET /api/derivatives/*': () => new Response(new Blob(['png'])) })
    const { container } = await renderPart(
      <>
        <Thumbnail file={fileRecord({ urn: 'urn-without', hasThumbnail: false })} />
        <Thumbnail file={fileRecord({ urn: 'urn-with', hasThumbnail: true })} />
      </>,
    )
    // By the time the second one is requested, the first would have been.
    await expect.poll(() => container.querySelector('img')?.src).toMatch(/^blob:/)
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/derivatives/urn-with/thumbnail.png'])
    expect(container.querySelector('svg')).toBeTruthy()
  })

  test.each([
    ['plan.dwg', 'lucide-drafting-compass'],
    ['house.IFC', 'lucide-building-2'],
    ['gear.stp', 'lucide-box'],
    ['noextension', 'lucide-box'],
  ])('shows the type icon for the failed file %s', async (description, icon) => {
    stubServer({})
    const { container } = await renderPart(<Thumbnail file={fileRecord({ description, status: 'failed' })} />)
    expect(container.querySelector('svg')?.classList).toContain(icon)
  })
})
