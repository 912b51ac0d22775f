import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TestSession } from '../../testing/test-session.js'
import { noSheetChanges, testSheetSession } from '../../testing/test-sheet-session.js'
import { testViewer } from '../../testing/test-viewer.js'
import type { SheetChanges } from '../session/sheets/use-sheet-changes.js'
import { tool as camera } from '../tools/camera/tool.js'
import { tool as markup } from '../tools/markup/tool.js'
import { tool as measure } from '../tools/measure/tool.js'
import { tool as paper } from '../tools/paper/tool.js'
import { tool as sheetList } from '../tools/sheet-list/tool.js'
import { ViewChips } from './view-chips.js'
import { ViewerToolBar } from './viewer-tool-bar.js'

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

async function render(over: Partial<SheetChanges>, { isShown = true } = {}) {
  const changes = noSheetChanges(over)
  const line = { kind: 'distance', value: 1, ofModel: true, points: [] } as const
  const shownSheet = { changes, isDark: true, measurements: [line] }
  const session = testSheetSession({ drawing: { isShown }, shownSheet })
  const part = await renderPart(
    <TestSession
      engine={testViewer()}
      tools={[camera, sheetList, paper, measure, markup]}
      over={{ ...session, sheet: null }}
    >
      <ViewChips isCompact={false} />
      <ViewerToolBar />
    </TestSession>,
  )
  return { ...part, changes }
}
const readChips = (): (string | null)[] => screen.queryAllByRole('listitem').map((item) => item.textContent)
const button = (name: string) => screen.getByRole('button', { name })

describe('chips of a drawing', () => {
  const changed = { layerCount: 3, hasOwnPaper: true, hasOwnWeights: true, shapeCount: 2 }

  test('name layers, background, line widths, measurements and markup', async () => {
    await render(changed)
    expect(readChips()).toEqual(['Layers changed: 3', 'Dark background', 'Thin lines', 'Measurements: 1', 'Markup: 2'])
  })

  test('end what they name', async () => {
    const { changes, user } = await render(changed)
    await user.click(button('Remove: Layers changed: 3'))
    expect(changes.resetLayers).toHaveBeenCalledOnce()
    for (const name of ['Dark background', 'Thin lines', 'Measurements: 1', 'Markup: 2'])
      await user.click(button(`Remove: ${name}`))
    expect(changes.change).toHaveBeenNthCalledWith(1, { paper: null })
    expect(changes.change).toHaveBeenNthCalledWith(2, { weights: null })
    expect(changes.change).toHaveBeenNthCalledWith(3, { measurements: [] })
    expect(changes.change).toHaveBeenNthCalledWith(4, { markup: null })
    await user.click(button('Hide markup'))
    await user.click(button('Hide measurements'))
    expect(changes.setMarkupVisible).toHaveBeenCalledWith(false)
    expect(changes.setMeasurementsVisible).toHaveBeenCalledWith(false)
  })

  test('are absent while the model is displayed', async () => {
    await render(changed, { isShown: false })
    expect(readChips()).toEqual([])
  })
})
