import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { stubSavedFiles } from '../../../testing/stub-saved-files.js'
import { testItem, testPrint } from '../../../testing/test-print.js'
import type { PrintItem } from './print-items.js'
import { createPdf, formatFileName, savePages } from './save-pages.js'

const createStorey = (name: string, storey: number): PrintItem => ({
  kind: 'storey',
  key: `storey-${storey}`,
  name,
  storey,
  height: 1.2,
})
const ground = createStorey('Ground floor', 3)
const upper = createStorey('Attic: east/west', 4)

let saved: ReturnType<typeof stubSavedFiles>
beforeEach(() => {
  saved = stubSavedFiles()
})
afterEach(cleanUpPage)

const selectPages = (...items: readonly PrintItem[]) => ({ items, centers: {}, title: 'Tower.ifc' })
const listNames = () => saved.map(({ name }) => name)
const readSaved = async (at: number): Promise<string> => (await saved[at]?.bytes.text()) ?? ''

describe('formatFileName', () => {
  test('replaces the extension of the document and adds the page', () => {
    expect(formatFileName('Tower.ifc', null, 'pdf')).toBe('Tower.pdf')
    expect(formatFileName('Tower v1.2.dwg', 'A-101', 'svg')).toBe('Tower v1.2 - A-101.svg')
  })

  test('replaces characters that file systems refuse', () => {
    expect(formatFileName('a/b.ifc', 'Level "0": <N>|\u0007', 'png')).toBe('a_b - Level _0__ _N___.png')
  })

  test('has a name for a document without one', () => {
    expect(formatFileName('', null, 'pdf')).toBe('kamar.pdf')
    expect(formatFileName('.ifc', 'A1', 'dxf')).toBe('kamar - A1.dxf')
  })
})

describe('savePages', () => {
  test('saves one PDF with a page for each ticked one', async () => {
    await savePages(testPrint(), 'pdf', selectPages(ground, upper))
    expect(listNames()).toEqual(['Tower.pdf'])
    const pdf = await readSaved(0)
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
  })

  test('names the PDF of a single page after it', async () => {
    await savePages(testPrint(), 'pdf', selectPages(ground))
    expect(listNames()).toEqual(['Tower - Ground floor.pdf'])
  })

  test('saves an SVG for each page, which names it in its title block', async () => {
    await savePages(testPrint(), 'svg', selectPages(ground, upper))
    expect(listNames()).toEqual(['Tower - Ground floor.svg', 'Tower - Attic_ east_west.svg'])
    expect(await readSaved(0)).toContain('>Ground floor</text>')
    expect(await readSaved(1)).toContain('>Attic: east/west</text>')
  })

  test('saves a DXF of the content alone, composed for the scale of the page', async () => {
    const drawing = testItem()
    const createPlan = vi.fn(drawing.createPlan)
    await savePages(testPrint({ load: async () => ({ ...drawing, createPlan }) }), 'dxf', selectPages(ground))
    expect(createPlan).toHaveBeenCalledWith({ scale: 50, isHatched: true, hasSpaces: true })
    expect(listNames()).toEqual(['Tower - Ground floor.dxf'])
    expect(await readSaved(0)).not.toContain('Tower.ifc')
  })

  test('saves no DXF of a sheet, which has no plan in metres', async () => {
    await savePages(testPrint({ load: async () => testItem({ createPlan: () => null }) }), 'dxf', selectPages(ground))
    expect(listNames()).toEqual([])
  })

  test('keeps the files before a page that cannot be computed, and rejects', async () => {
    const load = async (item: PrintItem) => {
      if (item === upper) throw new RangeError('the plan is empty')
      return testItem()
    }
    await expect(savePages(testPrint({ load }), 'svg', selectPages(ground, upper))).rejects.toThrow('the plan is empty')
    expect(listNames()).toEqual(['Tower - Ground floor.svg'])
  })

  test('saves the part of the content to which the preview was dragged', async () => {
    const createRequest = vi.fn(testPrint().createRequest)
    await createPdf(testPrint({ createRequest }), { ...selectPages(ground, upper), centers: { 'storey-4': [2, 3] } })
    expect(createRequest.mock.calls.map(([{ key }, , center]) => [key, center])).toEqual([
      ['storey-3', undefined],
      ['storey-4', [2, 3]],
    ])
  })
})
