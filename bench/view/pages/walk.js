import { createViewer } from '@kamar/viewer'

const memory = Number(new URLSearchParams(location.search).get('memory'))
const view = { projection: 'perspective', fieldOfViewDegrees: 60 }

/** Largest sum of the bytes of all live buffers and textures of data, without targets of frames. */
const graphics = { live: 0, max: 0 }
countGraphics()

/** Counts buffers and textures as they are allocated. */
function countGraphics() {
  const { prototype } = WebGL2RenderingContext
  const sizes = new Map()
  const bound = new Map()
  const setSize = (object, bytes) => {
    graphics.live += bytes - (sizes.get(object) ?? 0)
    graphics.max = Math.max(graphics.max, graphics.live)
    sizes.set(object, bytes)
  }
  const wrap = (name, before) => {
    const original = prototype[name]
    prototype[name] = function (...parameters) {
      before(...parameters)
      return original.apply(this, parameters)
    }
  }
  wrap('bindBuffer', (target, buffer) => bound.set(target, buffer))
  wrap('bindTexture', (target, texture) => bound.set(target, texture))
  wrap('bufferData', (target, data) => setSize(bound.get(target), typeof data === 'number' ? data : data.byteLength))
  wrap('texStorage2D', (target, ...[, format, width, height]) =>
    setSize(bound.get(target), width * height * (bytesPerTexel[format] ?? 4)),
  )
  wrap('deleteBuffer', (buffer) => setSize(buffer, 0))
  wrap('deleteTexture', (texture) => setSize(texture, 0))
}
const bytesPerTexel = {
  0x8814: 16,
  0x881a: 8,
  0x8058: 4,
  0x8c43: 4,
  0x8d70: 16,
  0x8d76: 8,
  0x8d7c: 4,
  0x8236: 4,
  0x822e: 4,
}

let viewer
let section
let seed = 1
const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
const pick = (items) => items[Math.floor(random() * items.length)]
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Moves the camera in some steps, as a hand does. */
async function moveTo(eye, target) {
  const from = viewer.camera.pose.eye
  for (let step = 1; step <= 8; step++) {
    const at = eye.map((value, axis) => from[axis] + ((value - from[axis]) * step) / 8)
    viewer.camera.setView({ ...view, eye: at, target, height: 1 }, { animate: false })
    await pause(30)
  }
}

const between = (low, high) => low + random() * (high - low)
const toPoint = ({ min, max }) => min.map((value, axis) => between(value, max[axis]))

const actions = {
  async orbit({ min, max }) {
    const angle = between(0, 2 * Math.PI)
    const size = Math.hypot(...max.map((value, axis) => value - min[axis])) * between(0.2, 1)
    const target = min.map((value, axis) => (value + max[axis]) / 2)
    await moveTo([target[0] + size * Math.cos(angle), target[1] + size * Math.sin(angle), size * 0.5], target)
  },
  async zoomIn(bounds) {
    const target = toPoint(bounds)
    await moveTo([target[0] + between(-40, 40), target[1] - between(5, 60), target[2] + between(2, 40)], target)
  },
  async goInside(bounds) {
    const [x, y, z] = toPoint(bounds)
    await moveTo([x, y, z], [x + between(-1, 1), y + 1, z])
  },
  async cut(bounds) {
    section ??= await viewer.loadExtension('kamar.section')
    section.clear()
    section.addFace({
      point: toPoint(bounds),
      normal: pick([
        [0, 0, 1],
        [0, 1, 0],
        [1, 0, 0],
      ]),
    })
  },
  async endCut() {
    section?.clear()
  },
  async hide() {
    const { count } = await viewer.model.tree
    viewer.visibility.hide(Array.from({ length: 2000 }, () => Math.floor(random() * count)))
  },
  async isolateFloor() {
    const tree = await viewer.model.tree
    const building = pick(tree.roots)
    viewer.visibility.isolate([pick(tree.children(building))])
    viewer.fitToView([building])
  },
  async showAll() {
    viewer.visibility.reset()
  },
  async searchAndFit() {
    const { hits } = await viewer.search(pick(['Wall', 'Tree:12', 'Level 2', '351', 'IfcPlant', 'Furniture 1.7']), 100)
    if (hits.length > 0) viewer.fitToView([pick(hits).element])
  },
}

window.walk = {
  async load(url) {
    viewer = createViewer(document.querySelector('#view'), {
      background: '#ffffff',
      pixelRatio: 1,
      flightMilliseconds: 0,
      ...(memory > 0 ? { memoryBytes: memory * 2 ** 20 } : {}),
    })
    window.viewer = viewer
    const started = performance.now()
    const requestsBefore = performance.getEntriesByType('resource').length
    const first = new Promise((resolve) => {
      const end = viewer.on('frame', ({ instances }) => {
        if (instances === 0) return
        end()
        const requests = performance.getEntriesByType('resource').slice(requestsBefore)
        const data = requests.filter(({ name }) => name.includes('/data/'))
        resolve({
          milliseconds: performance.now() - started,
          bytes: data.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
          paths: data.map(({ name }) => name.split('/data/')[1]),
        })
      })
    })
    await viewer.load({ manifestUrl: `${url}manifest.json` })
    return { first: await first, loadMilliseconds: performance.now() - started }
  },
  seed: (value) => (seed = value),
  /** Looks from these cameras, each until its still frame is complete. */
  async orbit(cameras, waitMilliseconds) {
    for (const { eye, target } of cameras) {
      viewer.camera.setView({ ...view, eye, target, height: 1 }, { animate: false })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await pause(waitMilliseconds)
    }
  },
  getBounds: () => viewer.model.manifest.bounds,
  /** Takes one random step and waits a little; returns its name, and the memory. */
  async step(waitMilliseconds) {
    const name = pick(Object.keys(actions))
    await actions[name](viewer.model.manifest.bounds)
    await pause(waitMilliseconds)
    const { bytes = 0, budget = 0, needed = 0, resident = 0 } = viewer.residency ?? {}
    const scriptBytes = performance.memory?.usedJSHeapSize ?? 0
    return { name, bytes, budget, needed, resident, scriptBytes, graphicsBytes: graphics.max }
  },
}
