import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MarkupDrawing, MarkupExtension, PinsExtension, ViewState } from '../../index.js'
import { BrowserHarness } from '../../testing/browser-page.js'
import type { TestPage } from '../../testing/page/page.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { addElement, writeTestPackage } from '../../testing/test-package.js'

declare const testPage: TestPage

let harness: BrowserHarness
let manifestUrl = ''
let page: Page

/** Three boxes in a row, seen from the south: 1 and 2 in group 0, the blue 3 separate. */
beforeAll(async () => {
  harness = await BrowserHarness.start()
  const testPackage = await writeTestPackage((scene) => {
    const box = boxMesh([-1, -1, 0], [1, 1, 2])
    const group = scene.addNode({ parent: null, name: 'group', class: 'Group', sourceId: 'group' })
    addElement(scene, { name: 'left', mesh: box, at: placedAt(-3, 0, 0), parent: group, color: [1, 0, 0, 1] })
    addElement(scene, { name: 'middle', mesh: box, at: placedAt(0, 0, 0), parent: group, color: [0, 1, 0, 1] })
    addElement(scene, { name: 'right', mesh: box, at: placedAt(3, 0, 0), color: [0, 0, 1, 1] })
  })
  manifestUrl = harness.serve('boxes', testPackage)
  page = await harness.open()
})
afterAll(() => harness.stop())

/** Opens a new viewer, looking north at the boxes. */
async function openBoxes(): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 })
  await page.evaluate(async (address) => {
    const viewer = testPage.open({ viewCube: false })
    viewer.element.style.width = ''
    await viewer.load({ manifestUrl: address })
    await viewer.model?.tree
    testPage.setView([0, -12, 1], [0, 0, 1])
    await testPage.rest()
  }, manifestUrl)
}

/** Draws with the pointer, as a user does. */
async function draw(tool: MarkupExtension['tool'], ...way: readonly (readonly [number, number])[]): Promise<void> {
  await page.evaluate(async (expected) => {
    const markup = (await testPage.viewer?.loadExtension('kamar.markup')) as MarkupExtension
    if (!markup.isActive()) testPage.viewer?.extensions.activate('kamar.markup')
    markup.setStyle({ width: 0.03 })
    markup.tool = expected
  }, tool)
  const [first = [0, 0], ...rest] = way
  await page.mouse.move(...first)
  await page.mouse.down()
  for (const position of rest) await page.mouse.move(...position, { steps: 4 })
  await page.mouse.up()
}

const drawing = (): Promise<MarkupDrawing | undefined> =>
  page.evaluate(() => testPage.viewer?.getExtension('kamar.markup')?.getState() as MarkupDrawing | undefined)
const camera = () => page.evaluate(() => testPage.viewer?.camera.view)

/** Returns pixels of the screen, including the markup. */
async function readPixels(...points: readonly (readonly [number, number])[]): Promise<number[][]> {
  const bytes = [...(await page.screenshot())]
  return page.evaluate(
    async ({ data, at }) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(data)]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3))
    },
    { data: bytes, at: points },
  )
}
const red = [217, 45, 32]
const isRed = (pixel: readonly number[] | undefined): boolean =>
  pixel?.every((part, index) => Math.abs(part - (red[index] ?? 0)) < 40) ?? false

describe('markup extension', () => {
  it('freezes the camera and draws the shape that the pointer drags', async () => {
    await openBoxes()
    const before = await camera()
    await draw('rectangle', [400, 60], [560, 160])
    await page.mouse.wheel(0, 200)
    await page.keyboard.press('f')
    expect(await camera()).toEqual(before)
    const [left, top, inside] = await readPixels([400, 110], [480, 60], [480, 70])
    expect([isRed(left), isRed(top), isRed(inside)]).toEqual([true, true, false])
    const rendered = await drawing()
    expect(rendered?.view).toEqual(before)
    expect(rendered?.shapes).toMatchObject([{ kind: 'rectangle', box: [0.4, -0.7, 1.2, -0.2] }])
  })

  it('cancels one step per Escape, and releases the camera at last', async () => {
    const left = page.evaluate(
      () =>
        new Promise<string>((resolve) =>
          (testPage.viewer?.getExtension('kamar.markup') as MarkupExtension | null | undefined)?.on('left', () =>
            resolve('left'),
          ),
        ),
    )
    await page.mouse.move(100, 300)
    await page.mouse.down()
    await page.mouse.move(200, 350)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect((await drawing())?.shapes).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await left).toBe('left')
    await page.evaluate(() => testPage.viewer?.extensions.deactivate('kamar.markup'))
    await page.keyboard.press('f')
    await page.mouse.move(320, 200)
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => (await camera())?.eye[1]).not.toBe(-12)
  })

  it('hides the drawing when the view changes, and shows it again in its own view', async () => {
    const isVisible = (): Promise<boolean> => page.locator('[data-markup]').isVisible()
    await expect.poll(isVisible).toBe(false)
    await page.evaluate(() => testPage.setView([0, -12, 1], [0, 0, 1]))
    await expect.poll(isVisible).toBe(true)
  })

  it('keeps the drawing at the same model position on a canvas of another size', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.evaluate(async () => {
      const box = document.getElementById('view') as HTMLElement
      Object.assign(box.style, { width: '1000px', height: '800px' })
      await testPage.rest()
    })
    const [left, top] = await readPixels([500 + 160, 220], [820, 400 - 280])
    expect([isRed(left), isRed(top)]).toEqual([true, true])
    await page.evaluate(() =>
      Object.assign((document.getElementById('view') as HTMLElement).style, { width: '', height: '' }),
    )
  })

  it('writes text, undoes and redoes it, and deletes all shapes', async () => {
    await openBoxes()
    await draw('text', [60, 60])
    await page.getByRole('textbox', { name: 'Text' }).fill('Ստուգել')
    await page.keyboard.press('Enter')
    expect((await drawing())?.shapes).toMatchObject([{ kind: 'text', text: 'Ստուգել' }])
    await expect.poll(() => page.locator('[data-markup] text').innerHTML()).toBe('Ստուգել')
    await page.keyboard.press('Control+z')
    expect(await drawing()).toBeUndefined()
    await page.keyboard.press('Control+Shift+z')
    expect((await drawing())?.shapes).toHaveLength(1)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    expect(await drawing()).toBeUndefined()
  })

  it('draws by keyboard: letter, Enter, arrows', async () => {
    for (const key of ['c', 'Enter', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    expect((await drawing())?.shapes).toMatchObject([
      { kind: 'cloud', box: [-0.24, expect.closeTo(-0.115), 0.26, expect.closeTo(0.135)] },
    ])
  })

  it('discards the stroke when a second finger touches', async () => {
    await openBoxes()
    const types = await page.evaluate(async () => {
      const markup = (await testPage.viewer?.loadExtension('kamar.markup')) as MarkupExtension
      testPage.viewer?.extensions.activate('kamar.markup')
      markup.tool = 'pen'
      const layer = document.querySelector('[data-markup]') as SVGSVGElement
      layer.setPointerCapture = () => undefined
      const send = (type: string, pointerId: number, clientX: number): void => {
        const position = { pointerId, clientX, clientY: 100, pointerType: 'touch', bubbles: true, button: 0 }
        layer.dispatchEvent(new PointerEvent(type, position))
      }
      send('pointerdown', 7, 100)
      send('pointermove', 7, 180)
      const during = markup.shapes.length
      send('pointerdown', 8, 300)
      send('pointermove', 7, 220)
      send('pointerup', 7, 220)
      return [during, markup.shapes.length]
    })
    expect(types).toEqual([1, 0])
  })
})

describe('saved views', () => {
  it('restore camera, selection, visibility, colours and drawing', async () => {
    await openBoxes()
    await draw('arrow', [100, 350], [300, 350])
    const state = await page.evaluate(async () => {
      const viewer = testPage.viewer
      if (viewer === null) return null
      viewer.extensions.deactivate('kamar.markup')
      viewer.visibility.hide([0])
      viewer.colors.set([3], { rgb: [255, 0, 255] })
      viewer.selection.set([1])
      const { captureViewState: takeView } = testPage
      return takeView(viewer)
    })
    expect(state).toMatchObject({
      selection: ['id-left'],
      visibility: { shown: 'all-but', exceptions: ['group'], ghosted: [] },
      colors: [{ color: { rgb: [255, 0, 255] }, elements: ['id-right'] }],
      extensions: { 'kamar.markup': { shapes: [{ kind: 'arrow' }] } },
    })
    await openBoxes()
    const restored = await page.evaluate(async (savedState) => {
      const viewer = testPage.viewer
      if (viewer === null) return null
      testPage.setView([30, 30, 30], [0, 0, 0])
      viewer.selection.set([3])
      viewer.visibility.isolate([3])
      await testPage.restoreView(viewer, savedState as ViewState, { animate: false })
      await testPage.rest()
      return {
        selection: viewer.selection.elements,
        visible: [1, 2, 3].map((element) => viewer.visibility.isVisible(element)),
        isolated: viewer.visibility.isolated,
      }
    }, state as unknown)
    expect(restored).toEqual({ selection: [1], visible: [false, false, true], isolated: false })
    expect((await camera())?.eye.map((part) => Math.round(part * 1e6) / 1e6 + 0)).toEqual([0, -12, 1])
    const [arrow, center, right] = await readPixels([200, 350], [320, 200], [458, 200])
    expect(isRed(arrow)).toBe(true)
    expect(center).toEqual([255, 255, 255])
    expect((right?.[0] ?? 0) > 120 && (right?.[2] ?? 0) > 120 && (right?.[1] ?? 255) < 60).toBe(true)
  })

  it('isolate by listing the visible elements, and widen on a narrow canvas until the camera moves', async () => {
    await openBoxes()
    const outcome = await page.evaluate(async () => {
      const viewer = testPage.viewer
      if (viewer === null) return null
      viewer.visibility.isolate([3])
      const state = await testPage.captureViewState(viewer)
      viewer.visibility.showAll()
      Object.assign((document.getElementById('view') as HTMLElement).style, { width: '200px', height: '400px' })
      await testPage.rest()
      await testPage.restoreView(viewer, state as ViewState, { animate: false })
      await testPage.rest()
      const wide = viewer.camera.view.fieldOfViewDegrees
      viewer.camera.orbitBy(0.2, 0)
      await testPage.rest()
      const after = viewer.camera.view.fieldOfViewDegrees
      Object.assign((document.getElementById('view') as HTMLElement).style, { width: '', height: '' })
      return { visibility: state?.visibility, wide, after }
    })
    expect(outcome?.visibility).toEqual({ shown: 'none-but', exceptions: ['id-right'], ghosted: [] })
    expect(outcome?.wide).toBeGreaterThan(70)
    expect(outcome?.after).toBe(50)
  })
})

describe('screenshots', () => {
  it('show the same frame at a larger size, with the drawing only on request', async () => {
    await openBoxes()
    await draw('line', [100, 350], [300, 350])
    const result = await page.evaluate(async () => {
      const viewer = testPage.viewer
      if (viewer === null) return null
      const read = async (options: object) => {
        const bitmap = await createImageBitmap(await viewer.screenshot(options))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context?.drawImage(bitmap, 0, 0)
        const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
        const points = [
          [182, 200],
          [320, 200],
          [458, 200],
          [20, 20],
          [200, 350],
        ] as const
        return points.map(([x, y]) => at(Math.round((x * bitmap.width) / 640), Math.round((y * bitmap.height) / 400)))
      }
      return {
        plain: await read({}),
        large: await read({ width: 2560, height: 1600 }),
        drawn: await read({ width: 2560, height: 1600, annotations: true }),
        tooLarge: await viewer.screenshot({ width: 9000, height: 5000 }).then(
          () => 'made',
          (error: unknown) => (error as Error).name,
        ),
      }
    })
    const near = (a: readonly number[] = [], b: readonly number[] = []): boolean =>
      a.every((part, index) => Math.abs(part - (b[index] ?? -99)) <= 6)
    expect(result?.large.slice(0, 4).map((pixel, index) => near(pixel, result.plain[index]))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(isRed(result?.large[4]?.slice(0, 3))).toBe(false)
    expect(isRed(result?.drawn[4]?.slice(0, 3))).toBe(true)
    expect(result?.tooLarge).toBe('RangeError')
  })
})

describe('pins', () => {
  it('stay at their points, fade behind the model, and report clicks', async () => {
    await openBoxes()
    await page.evaluate(async () => {
      const pins = (await testPage.viewer?.loadExtension('kamar.pins')) as PinsExtension
      const clicked: string[] = []
      pins.on('pinClicked', ({ id }) => clicked.push(id))
      Object.assign(window, { clicked })
      pins.setPins([
        { id: 'a', text: '1', label: 'Crack', color: '#a6432b', anchor: { element: 2, point: [0, -1, 1] } },
        {
          id: 'b',
          text: '2',
          label: 'Behind',
          color: '#a6432b',
          anchor: { element: 3, point: [3, 1, 1] },
          selected: true,
        },
      ])
    })
    const crack = page.getByRole('button', { name: 'Crack' })
    const backButton = page.getByRole('button', { name: 'Behind' })
    await expect.poll(() => backButton.getAttribute('data-covered')).toBe('true')
    expect(await crack.getAttribute('data-covered')).toBe('false')
    expect(await backButton.getAttribute('aria-pressed')).toBe('true')
    const box = await crack.boundingBox()
    expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0)].map((value) => Math.round(value ?? 0))).toEqual([320, 200])
    await crack.click()
    expect(await page.evaluate(() => (window as unknown as { clicked: string[] }).clicked)).toEqual(['a'])
    await page.evaluate(() => testPage.viewer?.unload())
    await expect.poll(() => crack.count()).toBe(0)
  })
})
