import type { Manifest, ManifestSheet } from '@kamar/package-format/read'
import { expect, test } from 'vitest'
import { opensAsDrawing } from './opens-as-drawing.js'

const manifest = (part: object): Partial<Manifest> => part as Partial<Manifest>
const sheets = [{ name: 'Model' } as ManifestSheet]
const counts = (instances: number): object => ({ instances })

test.each([
  ['a file with drawings only', { state: 'complete', sheets, counts: counts(0) }, true],
  [
    'a file that states that its drawing is shown first',
    { state: 'complete', sheets, counts: counts(3), firstView: 'sheet' },
    true,
  ],
  [
    'a growing package that states the same',
    { state: 'inprogress', sheets, counts: counts(0), firstView: 'sheet' },
    true,
  ],
  ['a model with drawings', { state: 'complete', sheets, counts: counts(3) }, false],
  ['a growing package whose model may follow', { state: 'inprogress', sheets, counts: counts(0) }, false],
  ['a model without drawings', { state: 'complete', counts: counts(3) }, false],
  ['an empty package', { state: 'complete', sheets: [], counts: counts(0) }, false],
  ['a damaged manifest', {}, false],
])('whether %s opens as a drawing', (_, part, expected) => {
  expect(opensAsDrawing(manifest(part))).toBe(expected)
})
