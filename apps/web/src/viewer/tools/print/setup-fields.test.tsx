import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { testItem, testPrint } from '../../../testing/test-print.js'
import { modelSetup, type PrintSetup, readSetup, sheetSetup } from './print-setup.js'
import { SetupFields } from './setup-fields.js'

const sheet = testItem({ own: { width: 841, height: 594 }, millimetresPerUnit: 1 })

afterEach(cleanUpPage)

interface Fields {
  readonly setup?: PrintSetup
  readonly loaded?: typeof sheet
  readonly isImperial?: boolean
}

async function renderFields({ setup = modelSetup, loaded = testItem(), isImperial = false }: Fields = {}) {
  const change = vi.fn()
  const print = testPrint({ setup, change, isImperial, isSheet: loaded.own !== null })
  const { user } = await renderPart(<SetupFields print={print} loaded={loaded} />)
  return { user, change }
}

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const listOptions = (name: string) =>
  within(select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

describe('setup of printed pages', () => {
  test('offers a metric model the metric scales only', async () => {
    await renderFields()
    const options = listOptions('Scale')
    expect(options.slice(0, 4)).toEqual(['Largest standard scale', 'Fit to page', '1:1', '1:5'])
    expect(options.filter((option) => option?.includes('"'))).toEqual([])
  })

  test('offers a model in feet the scales in feet first', async () => {
    await renderFields({ isImperial: true })
    expect(listOptions('Scale').slice(2, 4)).toEqual(['1:12 (1" = 1\'-0")', '1:24 (1/2" = 1\'-0")'])
    expect(listOptions('Scale')).toContain('1:100')
  })

  test('states a scale in feet that was set for another model', async () => {
    await renderFields({ setup: { ...modelSetup, scale: 96 } })
    expect(select('Scale').selectedOptions[0]?.textContent).toBe('1:96 (1/8" = 1\'-0")')
  })

  test('changes paper, orientation and scale one by one', async () => {
    const { user, change } = await renderFields()
    await user.selectOptions(select('Paper'), 'A1 – 594 × 841 mm')
    await user.click(screen.getByRole('radio', { name: 'Portrait' }))
    await user.selectOptions(select('Scale'), '1:200')
    await user.selectOptions(select('Scale'), 'Fit to page')
    const changes = [{ paper: 'a1' }, { isLandscape: false }, { scale: 200 }, { scale: 'fit' }]
    expect(change.mock.calls).toEqual(changes.map((part) => [part]))
  })

  test('switches frame, colours, room names and hatches of a model', async () => {
    const { user, change } = await renderFields()
    for (const name of ['Frame and title block', 'Black and white', 'Room names and areas', 'Hatched cuts'])
      await user.click(screen.getByRole('checkbox', { name }))
    expect(change.mock.calls).toEqual(
      [{ hasFrame: false }, { isMonochrome: true }, { hasSpaces: false }, { isHatched: false }].map((part) => [part]),
    )
  })

  test('leaves only paper and colours to choose for a sheet of its own size', async () => {
    const { user, change } = await renderFields({ setup: sheetSetup, loaded: sheet })
    expect(select('Paper').selectedOptions[0]?.textContent).toBe('Size of the sheet')
    expect(screen.queryAllByRole('radio')).toEqual([])
    expect(screen.getAllByRole('checkbox')).toEqual([screen.getByRole('checkbox', { name: 'Black and white' })])
    await user.selectOptions(select('Paper'), 'ANSI D – 558.8 × 863.6 mm')
    expect(change).toHaveBeenCalledWith({ paper: 'ansi-d' })
  })

  test('reduces a sheet on other paper by percent, without the scales and contents of models', async () => {
    const { user, change } = await renderFields({ setup: { ...sheetSetup, paper: 'a3' }, loaded: sheet })
    expect(listOptions('Size')).toEqual(['Fit to page', '100 %', '50 %', '25 %'])
    await user.selectOptions(select('Size'), '50 %')
    expect(change).toHaveBeenCalledWith({ paperScale: 2 })
    expect(screen.queryByRole('combobox', { name: 'Scale' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Hatched cuts' })).toBeNull()
  })

  test('names the paper on which a model space is printed, which has no size of its own', async () => {
    await renderFields({ setup: sheetSetup })
    expect(select('Paper').selectedOptions[0]?.textContent).toBe('A3 – 297 × 420 mm')
    expect(listOptions('Paper')).not.toContain('Size of the sheet')
  })
})

test.each(['toString', 'constructor', 'a5', 3])('readSetup refuses the stored paper size %s', (paper) => {
  expect(readSetup({ paper }, modelSetup).paper).toBe('a3')
})
