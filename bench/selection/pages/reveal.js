import { createSelectedVolumes, createViewer, revealElements } from '@kamar/viewer'

/** Pixels differ if any channel differs by more than this, of 255. */
const minDifference = 10
let viewer

const waitForFrame = () =>
  new Promise((resolve) => {
    const check = (idle) => (idle > 3 ? resolve() : requestAnimationFrame(() => check(idle + 1)))
    const stop = viewer.on('frame', () => stop())
    viewer.invalidate()
    requestAnimationFrame(() => check(0))
  })

async function capture(options) {
  const bitmap = await createImageBitmap(await viewer.screenshot(options))
  const copy = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = copy.getContext('2d', { willReadFrequently: true })
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, copy.width, copy.height).data
}

window.bench = {
  async open(url, insets) {
    viewer = createViewer(document.getElementById('view'), {
      background: '#f7f4ef',
      pixelRatio: 1,
      viewCube: false,
      keyboard: false,
      flightMilliseconds: 0,
    })
    await viewer.load({ manifestUrl: `${url}manifest.json` })
    await viewer.model.tree
    await createSelectedVolumes(viewer)
    viewer.camera.insets = insets
    viewer.camera.goTo('home', { animate: false })
    viewer.pick(10, 10)
  },
  /** Returns the elements with a shape. */
  elements: () => Array.from(viewer.model.shapes.keys()).filter((element) => viewer.model.shapes[element] === 1),
  describe(element) {
    const tree = viewer.model.treeNow
    return `${tree.classNames[tree.classIndex[element]]} ${tree.name(element)}`
  },
  /** Reveals an element from the home view; returns the ratio of pixels that its highlight changes. */
  async reveal(element) {
    viewer.selection.clear()
    viewer.camera.goTo('home', { animate: false })
    const start = performance.now()
    const { hasFlown } = await revealElements(viewer, [element])
    const milliseconds = performance.now() - start
    await waitForFrame()
    const plain = await capture({ selection: false })
    const marked = await capture({})
    let differing = 0
    for (let at = 0; at < plain.length; at += 4)
      if ([0, 1, 2].some((channel) => Math.abs(plain[at + channel] - marked[at + channel]) > minDifference)) differing++
    return { ratio: differing / (plain.length / 4), hasFlown, milliseconds }
  },
  close: () => viewer.dispose(),
}
