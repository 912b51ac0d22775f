import { colorVisions, computeColorDifference } from '@kamar/test-kit'
import { selectionColors } from '@kamar/viewer'
import { expect, test } from 'vitest'
import { defaultFilterColor } from '../structure/filter-actions.js'
import { changeKinds, kindColors } from './compared-kinds.js'

const painted = [
  ...changeKinds.map((kind) => [kind, kindColors[kind].rgb] as const),
  ['found by a filter', defaultFilterColor] as const,
]

test.each(painted)('what is selected differs from what is %s by more than 20, for everybody', (_kind, color) => {
  for (const selected of Object.values(selectionColors))
    for (const vision of colorVisions)
      expect(computeColorDifference(selected, color, vision), vision).toBeGreaterThan(20)
})

// What was removed is striped besides, in lists an icon tells them apart.
test('what was added, removed and changed differ from each other, for everybody', () => {
  for (const vision of colorVisions)
    for (const one of changeKinds)
      for (const other of changeKinds)
        if (one < other)
          expect(
            computeColorDifference(kindColors[one].rgb, kindColors[other].rgb, vision),
            `${one} ${other} ${vision}`,
          ).toBeGreaterThan(10)
})
