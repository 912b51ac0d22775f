import { createSheet, composeDrawing, type GlyphFaces } from '@kamar/packager/sheets'
import fontUrl from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?inline'
import opentype from 'opentype.js'
import { vi } from 'vitest'
import type { LoadedItem } from '../viewer/tools/print/load-item.js'
import { modelSetup, resolvePage } from '../viewer/tools/print/print-setup.js'
import type { PrintDocument } from '../viewer/tools/print/use-print.js'

/** Reads the font of printed texts without a server. */
export function readFaces(): GlyphFaces {
  const content = atob(fontUrl.slice(fontUrl.indexOf(',') + 1))
  const font = opentype.parse(Uint8Array.from(content, (character) => character.codePointAt(0) ?? 0).buffer)
  return { getFont: () => font, getStrokes: () => null }
}

const faces = readFaces()

/** Returns an empty plan of 10 × 8 m. */
export function testItem(over: Partial<LoadedItem> = {}): LoadedItem {
  const drawing = composeDrawing(
    createSheet({ name: 'Plan', kind: 'model', millimetresPerUnit: 1000, unitName: 'm' }),
    faces,
  )
  return {
    box: [0, 0, 10, 8],
    millimetresPerUnit: 1000,
    own: null,
    north: null,
    findScreenCenter: () => null,
    createSource: () => ({ drawings: [drawing], number: 0 }),
    createPlan: () => drawing,
    ...over,
  }
}

/** Returns the pages of a document, each an empty plan unless `load` says otherwise. */
export function testPrint(over: Partial<PrintDocument> = {}): PrintDocument {
  const setup = over.setup ?? modelSetup
  const getName: PrintDocument['getName'] = (item) => (item.kind === 'section' ? `Section ${item.ordinal}` : item.name)
  const field = (value: string) => ({ label: '', value })
  return {
    list: undefined,
    fonts: faces,
    error: null,
    setup,
    change: vi.fn(),
    isImperial: false,
    isSheet: false,
    readFile: () => Promise.reject(new RangeError('no files')),
    getName,
    formatScale: ({ scale }) => `1:${scale}`,
    load: () => Promise.resolve(testItem()),
    fraction: 0,
    createRequest(item, loaded, center) {
      const page = resolvePage(loaded, setup, false)
      const { isHatched, hasSpaces } = setup
      const name = getName(item)
      const createSource = () => loaded.createSource({ scale: page.scale, isHatched, hasSpaces })
      return {
        content: { ...loaded, name, createSource },
        setup: page.setup,
        scale: page.scale,
        center: center ?? [5, 4],
        fields: {
          project: field('Tower.ifc'),
          content: field(name),
          version: field(''),
          date: field(''),
          author: field(''),
          scale: field(`1:${page.scale}`),
          link: null,
        },
        barUnit: 'metre',
      }
    },
    ...over,
  }
}
