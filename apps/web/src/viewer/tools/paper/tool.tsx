import { Moon, StrokeWidth } from 'lucide-react'
import { needsSheet } from '../../kit/actions.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Background and line widths of a sheet. */
export const tool = defineTool({
  descriptor,
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
