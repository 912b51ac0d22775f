import { colorVisions, computeColorDifference, computeContrast, parseHex, parseNumber, type Rgb } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { Theme } from '../types.js'
import { skies } from '../../tools/effects/sky-backdrop.js'
import { tints } from '../../sheets/compare/tinted-rows.js'
import { papers } from '../../sheets/render/sheet-styles.js'
import { categoryColor } from '../../tools/colors/palette.js'
import { colorsByTheme, selectionColors } from './viewer-colors.js'

const themes = ['light', 'dark'] as const satisfies readonly Theme[]

describe.each(themes)('selection colour of the %s theme', (theme) => {
  const color = selectionColors[theme]

  it.each(Object.entries(tints))(
    'differs from the tint of %s sheet entities by more than 20 in every colour vision',
    (_kind, tint) => {
      for (const vision of colorVisions)
        expect(computeColorDifference(color, parseNumber(tint[theme]), vision), vision).toBeGreaterThan(20)
    },
  )

  it('has a contrast of 3:1 to background, sky and paper', () => {
    const grounds = [colorsByTheme[theme].background, ...Object.values(skies[theme])].map(parseHex)
    for (const ground of [...grounds, parseNumber(papers[theme].paper), parseNumber(papers[theme].surface)])
      expect(computeContrast(color, ground), String(ground)).toBeGreaterThanOrEqual(3)
  })

  it('is distinguished from similar category colours by its casing', () => {
    const { casing } = colorsByTheme[theme].selection
    expect(computeContrast(color, casing)).toBeGreaterThanOrEqual(4.5)
    const close = Array.from({ length: 12 }, (_, at): Rgb => categoryColor(at)).filter(
      (category) => computeColorDifference(color, category) <= 20,
    )
    for (const category of close) expect(computeColorDifference(casing, category)).toBeGreaterThan(20)
  })
})
