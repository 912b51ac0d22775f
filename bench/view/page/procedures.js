// Injected beside the probe: the steps of one measurement, the same for every viewer (`window.peer`).
{
  const probe = window.benchProbe
  const twoFrames = () => new Promise((resolve) => probe.requestFrame(() => probe.requestFrame(() => resolve())))
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const checkIntervalMilliseconds = 200
  const stableChecks = 8
  const longestSettlingMilliseconds = 45_000
  const stillDifference = 0.002
  const finishedDifference = 0.01

  const setCamera = (camera) => window.peer.setCamera(camera.eye, camera.target, camera.up)

  /** Whether the newest two pictures are the same and the viewer says that it is idle. */
  function isStill(picturesBefore) {
    if (window.peer.busy?.()) return false
    if (probe.pictures.length === picturesBefore) return true
    const [previous, newest] = probe.pictures.slice(-2)
    return newest !== undefined && probe.difference(previous[1], newest[1]) < stillDifference
  }

  async function settle() {
    const started = performance.now()
    let stable = 0
    while (stable < stableChecks && performance.now() - started < longestSettlingMilliseconds) {
      const picturesBefore = probe.pictures.length
      await pause(checkIntervalMilliseconds)
      stable = isStill(picturesBefore) ? stable + 1 : 0
    }
  }

  /** A picture drawn on purpose. */
  async function pictureOf(camera) {
    const picture = probe.nextPicture()
    setCamera(camera)
    return await picture
  }

  /** Milliseconds after which the picture stayed within 1 % of the final one. */
  function visuallyComplete(last) {
    if (last === null) return null
    let complete = null
    for (const [time, picture] of [...probe.pictures].reverse()) {
      if (probe.difference(picture, last) > finishedDifference) break
      complete = time
    }
    return complete
  }

  /** Loads without a camera, only to learn where the model stands. */
  async function findBounds(model) {
    await window.peer.load(model)
    return window.peer.bounds()
  }

  /** Points the camera and keeps the picture of the viewer without a model. */
  async function prepare(camera) {
    probe.background = await pictureOf(camera)
    await twoFrames()
    return probe.background !== null
  }

  async function load(model) {
    probe.pictures.length = 0
    probe.startedAt = performance.now()
    probe.watching = true
    await window.peer.load(model)
    const promiseMilliseconds = performance.now() - probe.startedAt
    await settle()
    probe.watching = false
    return { promiseMilliseconds }
  }

  /** When something was to be seen, and when everything. */
  async function judgePictures(camera) {
    // Drawn once more on purpose: the last picture while loading may have been left out.
    const last = (await pictureOf(camera)) ?? probe.pictures.at(-1)?.[1] ?? null
    const [latestTime] = probe.pictures.at(-1) ?? [null]
    return {
      firstPixelMilliseconds: probe.firstPixelAt,
      visual99Milliseconds: visuallyComplete(last) ?? latestTime,
      pictures: probe.pictures.length,
    }
  }

  const median = (values) => [...values].sort((a, b) => a - b)[(values.length - 1) >> 1]

  /** One step: milliseconds until its picture, with everything that comes to it at rest, is finished. */
  async function step(camera) {
    const drawnBefore = probe.drawCalls
    const started = performance.now()
    setCamera(camera)
    if (probe.drawCalls !== drawnBefore) probe.scriptMilliseconds += performance.now() - started
    for (let frame = 0; frame < 60; frame++) {
      await twoFrames()
      if (probe.drawCalls !== drawnBefore) break
    }
    await window.peer.rested?.()
    probe.finish()
    return performance.now() - started
  }

  const oneFrame = () => new Promise((resolve) => probe.requestFrame(() => resolve()))

  /** A new camera with every picture of the browser, as a hand on the mouse gives them. */
  async function move(cameras) {
    const before = { draws: probe.drawCalls, triangles: probe.triangles, script: probe.scriptMilliseconds }
    const started = performance.now()
    for (const { eye, target, up } of cameras) {
      const drawnBefore = probe.drawCalls
      const set = performance.now()
      ;(window.peer.move ?? window.peer.setCamera)(eye, target, up)
      if (probe.drawCalls !== drawnBefore) probe.scriptMilliseconds += performance.now() - set
      await oneFrame()
    }
    probe.finish()
    const perStep = (value) => value / cameras.length
    return {
      frameMilliseconds: perStep(performance.now() - started),
      drawCalls: perStep(probe.drawCalls - before.draws),
      triangles: perStep(probe.triangles - before.triangles),
      scriptMilliseconds: perStep(probe.scriptMilliseconds - before.script),
    }
  }

  async function orbit({ cameras, moving = false }) {
    if (moving) return move(cameras)
    const wall = []
    const drawCalls = []
    const triangles = []
    const scriptBefore = probe.scriptMilliseconds
    for (const camera of cameras) {
      const before = { draws: probe.drawCalls, triangles: probe.triangles }
      wall.push(await step(camera))
      drawCalls.push(probe.drawCalls - before.draws)
      triangles.push(probe.triangles - before.triangles)
    }
    return {
      frameMilliseconds: median(wall),
      drawCalls: median(drawCalls),
      triangles: median(triangles),
      scriptMilliseconds: (probe.scriptMilliseconds - scriptBefore) / cameras.length,
    }
  }

  /** Draw calls while nobody does anything. */
  async function idle(milliseconds) {
    const before = probe.drawCalls
    await pause(milliseconds)
    return probe.drawCalls - before
  }

  /** Cuts the model by a plane, and waits until what closes the cut is there. */
  async function cut(plane) {
    await window.peer.cut(plane.point, plane.normal)
    for (let check = 0; check < 100 && window.peer.busy?.(); check++) await pause(100)
    await pause(500)
  }

  /** With everything that belongs to its look again. */
  function dress() {
    window.peer.adorned?.()
  }

  async function unload() {
    await window.peer.unload()
    await pause(200)
  }

  /** Picks a grid of 16 × 10 points from rest; stops after 40 s. */
  async function pickGrid(camera) {
    setCamera(camera)
    await twoFrames()
    await pause(600)
    const times = []
    const hits = []
    const started = performance.now()
    for (let point = 0; point < 160 && performance.now() - started < 40_000; point++) {
      const before = performance.now()
      const hit = await window.peer.pick(160 + (point % 16) * 64, 100 + Math.floor(point / 16) * 56)
      times.push(performance.now() - before)
      if (hit !== null && hit !== undefined) hits.push(String(hit))
    }
    const sorted = [...times].sort((a, b) => a - b)
    return {
      firstMilliseconds: times[0],
      medianMilliseconds: median(times),
      p95Milliseconds: sorted[Math.floor(sorted.length * 0.95)],
      picks: times.length,
      hits: hits.length,
      distinct: new Set(hits).size,
    }
  }

  /** Share of the full picture's pixels that show something: who leaves thin things out draws faster. */
  async function coverage(camera) {
    window.peer.plain?.()
    const picture = probe.nextPicture({ width: 1280, height: 720 })
    setCamera(camera)
    const shown = await picture
    return shown === null ? null : probe.difference(shown, new Uint8ClampedArray(shown.length).fill(255))
  }

  window.benchProcedures = {
    findBounds,
    prepare,
    load,
    unload,
    judgePictures,
    orbit,
    idle,
    cut,
    dress,
    pickGrid,
    coverage,
  }
}
