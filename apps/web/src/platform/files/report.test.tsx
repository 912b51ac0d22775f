import type { ReadReport } from '@kamar/core'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { fileRecord } from '../../testing/records.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { json, errorResponse, stubServer } from '../../testing/stub-server.js'
import { toasts } from '../design/toasts-state.js'
import { chooseLanguage, startInternationalization } from '../i18n/index.js'
import { AttachButton } from './companions/attach-button.js'
import { downloadOriginal } from './download/download-original.js'
import { FailureMessage } from './report/failure-message.js'
import { reportWord } from './report/report-text.js'
import { TranslationReport } from './report/translation-report.js'

const report = (over: Partial<ReadReport> = {}): ReadReport => ({
  status: 'complete',
  counts: {},
  skipped: [],
  findings: [],
  missingCompanions: [],
  ...over,
})
const ids = Array.from({ length: 25 }, (_, index) => `GlobalId${index}`)

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('TranslationReport', () => {
  test('reports a complete file', async () => {
    await renderPart(<TranslationReport report={report()} />)
    expect(screen.getByText('Complete')).toBeTruthy()
  })

  test('counts the listed notes in its headline', async () => {
    const findings = [
      { code: 'opened-without-program', severity: 'information', details: { program: 'Revit', shown: 83, total: 83 } },
      { code: 'check-dimensions', severity: 'warning', details: { program: 'Revit' } },
      { code: 'reviews-left-out', severity: 'information' },
    ] as const
    const skipped = [{ kind: 'familyLine', reason: 'lines-not-read', count: 3 }]
    const counts = { elements: 83 }
    await renderPart(<TranslationReport report={report({ counts, findings, skipped })} treeNodes={92} />)
    expect(screen.getByText('Complete; 2 notes')).toBeTruthy()
    expect(screen.getByText('Opened without Revit. All elements are shown: 83.')).toBeTruthy()
    expect(screen.getByText('83 elements with geometry, 92 in the tree')).toBeTruthy()
    const notes = screen.getByRole('heading', { name: 'Notes' }).parentElement as HTMLElement
    expect(notes.querySelectorAll(':scope > ul > li')).toHaveLength(2)
    expect(notes.textContent).toContain('3 × Symbolic or model line of a family')
    expect(screen.queryByRole('heading', { name: 'Not shown' })).toBeNull()
  })

  test('does not claim that all elements are shown when geometry is missing', async () => {
    const finding = { code: 'opened-without-program', severity: 'information' } as const
    const findings = [{ ...finding, details: { program: 'Revit', shown: 83, total: 83 } }]
    const skipped = [{ kind: 'element', reason: 'some-faces-missing', count: 2 }]
    await renderPart(<TranslationReport report={report({ status: 'partial', findings, skipped })} />)
    expect(screen.getByText('Incomplete: 2 elements shown in part')).toBeTruthy()
    expect(screen.getByText('Opened without Revit. Elements shown: 83, some of them in part.')).toBeTruthy()
  })

  test('names the detected format', async () => {
    const details = { expected: 'AutoCAD drawing', detected: 'Stereolithography' }
    const findings = [{ code: 'detected-format', severity: 'information', details } as const]
    await renderPart(<TranslationReport report={report({ findings })} />)
    expect(screen.getByText(/The name says AutoCAD drawing, but the content is Stereolithography/)).toBeTruthy()
  })

  test('names the translator: this server, or Autodesk’s cloud with the date', async () => {
    const localText = 'Translated on this server. Your file never left it.'
    const { unmount } = await renderPart(<TranslationReport report={report()} />)
    expect(screen.getByText(localText)).toBeTruthy()
    unmount()
    const finding = { code: 'autodesk-cloud', severity: 'information', details: { date: '2026-11-22' } } as const
    await renderPart(<TranslationReport report={report({ findings: [finding] })} />)
    expect(screen.getByText('Translated by Autodesk’s cloud on 22 Nov 2026.')).toBeTruthy()
    expect(screen.queryByText(localText)).toBeNull()
  })

  test('reports a partial result as incomplete', async () => {
    await renderPart(<TranslationReport report={report({ status: 'partial' })} />)
    expect(screen.getByText('Incomplete: some of the geometry is missing')).toBeTruthy()
  })

  test('lists missing companion files and offers to attach them', async () => {
    const missing = report({ missingCompanions: ['house.mtl', 'wood.png'] })
    await renderPart(<TranslationReport report={missing} attach={<button type="button">Attach files</button>} />)
    expect(screen.queryByText('Complete')).toBeNull()
    expect(screen.getByText('house.mtl')).toBeTruthy()
    expect(screen.getByText('wood.png')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeTruthy()
  })

  test('lists skipped elements with the reason and selects a clicked one', async () => {
    const onElements = vi.fn()
    const skipped = [{ kind: 'IfcWall', reason: 'took-too-long', count: 25, elements: ids }]
    const { user } = await renderPart(
      <TranslationReport report={report({ status: 'partial', skipped })} onElements={onElements} />,
    )
    expect(screen.getByText('25 × IfcWall')).toBeTruthy()
    expect(screen.getByText('The shape took too long to build')).toBeTruthy()
    expect(screen.getByText('and 5 more')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'GlobalId3', hidden: true }))
    expect(onElements).toHaveBeenCalledWith(['GlobalId3'])
  })

  test('shows findings with their details', async () => {
    const findings = [
      { code: 'unit-assumed', severity: 'information' as const, details: { unit: 'mm', metres: 12.5 } },
      {
        code: 'triangles-left-out',
        severity: 'information' as const,
        details: { withoutArea: 0, repeated: 12, collapsed: 0, unusable: 3 },
      },
      { code: 'truncated-file', severity: 'warning' as const },
      {
        code: 'file-shorter-than-stated',
        severity: 'warning' as const,
        details: { presentBytes: 1307566, statedBytes: 2179277 },
      },
    ]
    await renderPart(<TranslationReport report={report({ findings })} />)
    expect(screen.getByText(/numbers were read as millimetres, so the model is 12.5 m across/)).toBeTruthy()
    expect(
      screen.getByText('Triangles in the file that are not shown: 12 duplicates, 3 with invalid vertices.'),
    ).toBeTruthy()
    expect(screen.getByText('The file is cut off. Everything before the break is shown.')).toBeTruthy()
    expect(screen.getByText(/The file is cut off after 1,307,566 of 2,179,277 bytes/)).toBeTruthy()
  })

  test('lists counts and omits zeros', async () => {
    await renderPart(<TranslationReport report={report({ counts: { triangles: 12345, faces: 0, IfcWall: 3 } })} />)
    expect(screen.getByText('Triangles')).toBeTruthy()
    expect(screen.getByText('12,345')).toBeTruthy()
    expect(screen.getByText('IfcWall')).toBeTruthy()
    expect(screen.queryByText('Faces')).toBeNull()
  })
})

describe('reader term', () => {
  test('is translated when it is known', async () => {
    await startInternationalization('en')
    expect(reportWord('reason', 'too-few-corners')).toBe('It has too few vertices')
    await chooseLanguage('hy')
    expect(reportWord('reason', 'too-few-corners')).toBe('Գագաթները քիչ են')
  })

  test('is written as plain words when it is unknown', async () => {
    await startInternationalization('en')
    expect(reportWord('finding', 'roof-was_upside-down')).toBe('Roof was upside down')
  })
})

describe('AttachButton', () => {
  const route = 'POST /api/auth/my-urns/f1/companions'
  const attach = async () => {
    const { container } = await renderPart(<AttachButton file={{ id: 'f1' }} />)
    const input = container.querySelector('input[type=file]') as HTMLInputElement
    expect(input.accept).toBe('')
    fireEvent.change(input, { target: { files: [new File(['newmtl'], 'house.mtl'), new File(['x'], 'wood.png')] } })
  }

  test('uploads the files and confirms the new translation', async () => {
    const server = stubServer({ [route]: () => json(fileRecord({ id: 'f1', status: 'processing' })) })
    await attach()
    expect(await screen.findByText('Files attached. The model is being translated again.')).toBeTruthy()
    const form = server.calls(route)[0]?.body as FormData
    expect(form.getAll('file').map((file) => (file as File).name)).toEqual(['house.mtl', 'wood.png'])
  })

  test('shows the error when the upload is rejected', async () => {
    stubServer({ [route]: () => errorResponse(413, 'file-too-large', 'File size exceeds 100MB limit') })
    await attach()
    expect(await screen.findByText('The files couldn’t be attached: File size exceeds 100MB limit')).toBeTruthy()
  })
})

describe('FailureMessage', () => {
  test('shows the reason, the byte position and a retry button', async () => {
    const onRetry = vi.fn()
    const file = fileRecord({ status: 'failed', failure: { code: 'damaged', bytePosition: 1234 } })
    const { user } = await renderPart(<FailureMessage file={file} onRetry={onRetry} />)
    expect(screen.getByText(/The file is damaged and can’t be read/)).toBeTruthy()
    expect(screen.getByText('Error at byte 1,234.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull()
  })

  test('offers to attach a missing companion', async () => {
    const failure = { code: 'companion-missing' as const, details: { names: 'house.mtl' } }
    await renderPart(<FailureMessage file={fileRecord({ status: 'failed', failure })} onRetry={vi.fn()} />)
    expect(screen.getByText(/house\.mtl/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeTruthy()
  })

  test('renders nothing for a translated file', async () => {
    const { container } = await renderPart(<FailureMessage file={fileRecord()} onRetry={vi.fn()} />)
    expect(container.querySelector('section[aria-label="Why it failed"]')).toBeNull()
  })
})

describe('downloadOriginal', () => {
  test('saves the file under its own name', async () => {
    await startInternationalization('en')
    const server = stubServer({ 'GET /api/auth/my-urns/f1/original': () => new Response('ISO-10303-21;') })
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      expect(this.download).toBe('Շենք.ifc')
      expect(this.href).toMatch(/^blob:/)
    })
    await downloadOriginal({ id: 'f1', description: 'Շենք.ifc' })
    expect(clicked).toHaveBeenCalledOnce()
    expect(server.requests).toHaveLength(1)
  })

  test('shows the error when the download fails', async () => {
    await startInternationalization('en')
    stubServer({
      'GET /api/auth/my-urns/f1/original': () => errorResponse(500, 'storage-damaged', 'The stored file is damaged'),
    })
    await downloadOriginal({ id: 'f1', description: 'house.ifc' })
    expect(toasts.get()[0]?.text).toBe('house.ifc couldn’t be downloaded: The stored file is damaged')
  })
})
