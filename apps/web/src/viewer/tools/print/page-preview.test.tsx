import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { testItem, testPrint } from '../../../testing/test-print.js'
import { PagePreview } from './page-preview.js'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})
afterEach(cleanUpPage)

/** Renders the preview of a plan at 1:50 with its centre at 5, 4 m: an A3 at one CSS pixel per millimetre. */
async function renderPreview(maxWidth = 420, maxHeight = 297) {
  const onMove = vi.fn<(center: readonly [number, number]) => void>()
  const print = testPrint()
  const item = { kind: 'storey', key: 'storey-1', name: 'Level 1', storey: 1, height: 1.2 } as const
  const { user, container } = await renderPart(
    <PagePreview
      request={print.createRequest(item, testItem(), undefined)}
      fonts={print.fonts as NonNullable<typeof print.fonts>}
      readFile={print.readFile}
      label="Preview"
      {...{ maxWidth, maxHeight, onMove }}
    />,
  )
  const listCenters = () => onMove.mock.calls.map(([center]) => center.map((value) => Number(value.toFixed(6))))
  return { user, onMove, listCenters, paper: container.querySelector('canvas')?.style }
}

const preview = () => screen.getByRole('button', { name: 'Preview' })

describe('preview of a page', () => {
  test('moves the content by 10 mm on paper with each arrow key, in the direction of the arrow', async () => {
    const { user, listCenters } = await renderPreview()
    preview().focus()
    await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}{ArrowDown}')
    expect(listCenters()).toEqual([
      [4.5, 4],
      [5.5, 4],
      [5, 3.5],
      [5, 4.5],
    ])
  })

  test('leaves other keys to the dialog', async () => {
    const { onMove } = await renderPreview()
    expect(fireEvent.keyDown(preview(), { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(preview(), { key: 'ArrowUp' })).toBe(false)
    expect(onMove).toHaveBeenCalledOnce()
  })

  test('moves the content with the pointer when it is released', async () => {
    const { onMove, listCenters } = await renderPreview()
    fireEvent.pointerDown(preview(), { pointerId: 1, clientX: 100, clientY: 100 })
    fireEvent.pointerMove(preview(), { pointerId: 1, clientX: 120, clientY: 140 })
    expect(onMove).not.toHaveBeenCalled()
    fireEvent.pointerUp(preview(), { pointerId: 1, clientX: 120, clientY: 140 })
    expect(listCenters()).toEqual([[4, 6]])
  })

  test('ignores clicks and cancelled gestures', async () => {
    const { onMove } = await renderPreview()
    fireEvent.pointerDown(preview(), { pointerId: 1, clientX: 100, clientY: 100 })
    fireEvent.pointerUp(preview(), { pointerId: 1, clientX: 100, clientY: 100 })
    fireEvent.pointerDown(preview(), { pointerId: 1, clientX: 100, clientY: 100 })
    fireEvent.pointerCancel(preview(), { pointerId: 1 })
    fireEvent.pointerUp(preview(), { pointerId: 1, clientX: 150, clientY: 100 })
    expect(onMove).not.toHaveBeenCalled()
  })

  test('scales the paper to the space, and drags of a smaller preview move the content further', async () => {
    const { listCenters, paper } = await renderPreview(210, 900)
    expect([paper?.width, paper?.height]).toEqual(['210px', '148.5px'])
    fireEvent.pointerDown(preview(), { pointerId: 1, clientX: 0, clientY: 0 })
    fireEvent.pointerUp(preview(), { pointerId: 1, clientX: 20, clientY: 0 })
    expect(listCenters()).toEqual([[3, 4]])
  })
})
