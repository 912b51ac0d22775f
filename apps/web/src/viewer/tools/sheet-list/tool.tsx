import type { PaletteItem } from '@kamar/extensions'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

/** Sheets of the document. */
export const tool = defineTool({ descriptor, actions: {}, usePaletteItems })

/** Returns the sheets. */
function usePaletteItems({ session: { drawing }, t }: Context<null>): readonly PaletteItem[] {
  return drawing.sheets.map(({ name, path, kind }, number) => ({
    id: `sheet-${path}`,
    name: t('commands.openSheet', { name }),
    note: t(`sheets.${kind}`),
    group: 'places',
    run: () => drawing.show('sheet', number),
  }))
}
