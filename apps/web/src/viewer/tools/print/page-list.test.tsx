import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { PageList } from './page-list.js'
import type { PrintItem } from './print-items.js'

const items = ['Cover', 'Plan', 'Section'].map((name, number): PrintItem => ({
  kind: 'sheet',
  key: `sheet-${number}`,
  name,
  number,
}))

afterEach(cleanUpPage)

/** Renders the list with its first page in the preview. */
async function renderList(ticked: readonly string[]) {
  const onShow = vi.fn()
  function List() {
    const [checked, setChecked] = useState<ReadonlySet<string>>(() => new Set(ticked))
    const getName = (item: PrintItem): string => ('name' in item ? item.name : '')
    return <PageList {...{ items, checked, getName, onShow }} current="sheet-0" onCheck={setChecked} />
  }
  const { user } = await renderPart(<List />)
  return { user, onShow }
}

const pages = () => within(screen.getByRole('group', { name: 'Pages' }))
const box = (name: string) => pages().getByRole<HTMLInputElement>('checkbox', { name })
const listTicked = () => items.flatMap((item) => ('name' in item && box(item.name).checked ? [item.name] : []))

describe('list of pages', () => {
  test('previews a page that is ticked, and not one that is unticked', async () => {
    const { user, onShow } = await renderList(['sheet-0'])
    await user.click(box('Plan'))
    expect([listTicked(), onShow.mock.calls]).toEqual([['Cover', 'Plan'], [['sheet-1']]])
    await user.click(box('Plan'))
    expect([listTicked(), onShow.mock.calls.length]).toEqual([['Cover'], 1])
  })

  test('previews a page by its name without ticking it', async () => {
    const { user, onShow } = await renderList(['sheet-0'])
    expect(pages().getByRole('button', { name: 'Cover' }).getAttribute('aria-current')).toBe('true')
    await user.click(pages().getByRole('button', { name: 'Section' }))
    expect([listTicked(), onShow.mock.calls]).toEqual([['Cover'], [['sheet-2']]])
  })

  test('marks the box of all pages as partial, ticks them all, then only the one in the preview', async () => {
    const { user } = await renderList(['sheet-1'])
    expect(box('All pages').indeterminate).toBe(true)
    await user.click(box('All pages'))
    expect([listTicked(), box('All pages').indeterminate]).toEqual([['Cover', 'Plan', 'Section'], false])
    await user.click(box('All pages'))
    expect(listTicked()).toEqual(['Cover'])
  })

  test('is operated from the keyboard', async () => {
    const { user, onShow } = await renderList(['sheet-0'])
    box('Plan').focus()
    await user.keyboard(' ')
    expect(listTicked()).toEqual(['Cover', 'Plan'])
    await user.tab()
    await user.keyboard('{Enter}')
    expect(onShow.mock.calls).toEqual([['sheet-1'], ['sheet-1']])
  })
})
