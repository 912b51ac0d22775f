import type { ViewChip } from '@kamar/extensions'
import { Moon, StrokeWidth } from 'lucide-react'
import { needsSheet } from '../../kit/actions.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Background and line widths of a sheet. */
export const tool = defineTool({
  descriptor,
  chips: listChips,
  actions: {
    'sheet.darkPaper': {
      icon: Moon,
      disabled: needsSheet,
      isOn: ({ session }: Context<null>) => session.shownSheet.isDark,
      run: ({ session: { shownSheet } }: Context<null>) => shownSheet.setDark(!shownSheet.isDark),
    },
    'sheet.plottedWeights': {
      icon: StrokeWidth,
      disabled: needsSheet,
      isOn: ({ session }: Context<null>) => session.shownSheet.hasWeights,
      run: ({ session: { shownSheet } }: Context<null>) => shownSheet.setWeights(!shownSheet.hasWeights),
    },
  },
})

/** Returns the chips of a background and line widths that the user chose. */
function listChips({ session: { shownSheet }, t }: Context<null>): readonly ViewChip[] {
  const { changes, hasWeights, isDark } = shownSheet
  const paper = {
    id: 'paper',
    text: t(isDark ? 'sheets.darkPaper' : 'chips.lightPaper'),
    remove: () => changes.change({ paper: null }),
  }
  const weights = {
    id: 'weights',
    text: t(hasWeights ? 'sheets.plottedWeights' : 'chips.thinLines'),
    remove: () => changes.change({ weights: null }),
  }
  return [...(changes.hasOwnPaper ? [paper] : []), ...(changes.hasOwnWeights ? [weights] : [])]
}
