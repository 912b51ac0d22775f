import type { SheetPaper } from '../sheet-api.js'
import { styleTexels } from '../render/sheet-programs.js'
import { papers, styleRows } from '../render/sheet-styles.js'
import type { ComparedEntity } from './compare-api.js'

type Tint = Readonly<Record<SheetPaper, number>>

/**
 * 0xRRGGBB on each paper. Green, red and amber by convention, in tones that users with red-green colour blindness can
 * tell apart (Okabe and Ito); unchanged is grey.
 */
export const tints: Readonly<Record<ComparedEntity, Tint>> = {
  same: { light: 0xb3b8bd, dark: 0x69727b },
  added: { light: 0x009e73, dark: 0x16c795 },
  removed: { light: 0xd55e00, dark: 0xff6a2b },
  changed: { light: 0xe69f00, dark: 0xf2b632 },
}

/** Returns the rows of the style texture in one colour. Areas that mask content below do so only if unchanged. */
export function tintedRows(kind: ComparedEntity, opacity: () => number): typeof styleRows {
  return (info, isShown, paper) => {
    const rows = styleRows(info, isShown, paper)
    const tint = tints[kind][paper]
    info.styles.forEach(({ color }, number) => {
      const at = number * styleTexels * 4
      const isMask = color === 'background'
      const painted = isMask ? papers[paper].paper : tint
      for (let channel = 0; channel < 3; channel++) rows[at + channel] = ((painted >> (16 - channel * 8)) & 255) / 255
      rows[at + 3] *= isMask && kind !== 'same' ? 0 : opacity()
    })
    return rows
  }
}
