import { colorVisions, computeColorDifference } from '@kamar/test-kit'
import { selectionColors } from '@kamar/viewer'
import { expect, test } from 'vitest'
import { defaultFilterColor } from '../filter/use-filter.js'
import { changeKinds, kindColors } from './compared-kinds.js'

const painted = [
  ...changeKinds.map((kind) => [kind, kindColors[kind].rgb] as const),
  ['matched by a filter', defaultFilterColor] as const,
]

test.each(painted)(
  'the selection color differs from the color of what is %s by more than 20 for every color vision',
  (_kind, color) => {
    for (const selected of Object.values(selectionColors))
      for (const vision of colorVisions)
        expect(computeColorDifference(selected, color, vision), vision).toBeGreaterThan(20)
  },
)

const pairs = changeKinds.flatMap((one, at) => changeKinds.slice(at + 1).map((other) => [one, other] as const))

// Removed elements are also striped, and in lists an icon distinguishes the kinds.
test.each(pairs)(
  'the color of what is %s differs from the color of what is %s for every color vision',
  (one, other) => {
    for (const vision of colorVisions)
      expect(computeColorDifference(kindColors[one].rgb, kindColors[other].rgb, vision), vision).toBeGreaterThan(10)
  },
)
