// Injected after the probe of models: when lines can be seen, and what a frame costs under a hand on mouse and wheel.
{
  const probe = window.benchProbe
  const colourDistance = 24
  /** Share of a picture that lines have to cover. */
  const seenShare = 0.0005
  const samePictureShare = 0.01
  const stillMilliseconds = 1500

  probe.pictureSize = { width: 480, height: 270 }
  probe.startedAt = 0

  const numberAt = (picture, at) => (picture[at] << 16) | (picture[at + 1] << 8) | picture[at + 2]

  /** The commonest colour: paper, or what stands for it. */
  function groundOf(picture) {
    const counts = new Map()
    for (let at = 0; at < picture.length; at += 4) {
      const colour = numberAt(picture, at)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  }

  /** Which pixels of a picture are other than its ground, as bytes. */
  function inkMask(picture) {
    const ground = groundOf(picture)
    const [red, green, blue] = [ground >> 16, (ground >> 8) & 255, ground & 255]
    const mask = new Uint8Array(picture.length / 4)
    for (let pixel = 0; pixel < mask.length; pixel++) {
      const at = pixel * 4
      const distance =
        Math.abs(picture[at] - red) + Math.abs(picture[at + 1] - green) + Math.abs(picture[at + 2] - blue)
      mask[pixel] = distance > colourDistance ? 1 : 0
    }
    return mask
  }

  /** Share of a picture that differs from its ground. */
  const inkOf = (picture) => inkMask(picture).reduce((sum, ink) => sum + ink, 0) / (picture.length / 4)

  probe.shows = (picture) => inkOf(picture) > seenShare

  /** Whether there is ink at a pixel or beside it: the same line with and without smoothed edges is the same line. */
  function isNear(mask, pixel) {
    const { width } = probe.pictureSize
    for (const row of [pixel - width, pixel, pixel + width])
      if (mask[row - 1] === 1 || mask[row] === 1 || mask[row + 1] === 1) return true
    return false
  }

  /** Share of the ink of `last` that is not there yet, or stands where none is in `last`. */
  function missing(picture, last) {
    const [there, wanted] = [inkMask(picture), inkMask(last)]
    let ink = 0
    let other = 0
    for (let pixel = 0; pixel < wanted.length; pixel++) {
      ink += wanted[pixel]
      if (wanted[pixel] === 1 && !isNear(there, pixel)) other += 1
      if (there[pixel] === 1 && !isNear(wanted, pixel)) other += 1
    }
    return other / Math.max(ink, 1)
  }

  // Some draw in the frame that follows, some at once: a frame begins with whichever is later, the event or its frame.
  for (const kind of ['wheel', 'pointermove', 'mousemove'])
    window.addEventListener(kind, () => (probe.frameBegan = performance.now()), { capture: true, passive: true })

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  /** Waits until the newest picture is old. `redraw` asks the viewer for the same picture once more. */
  async function opened(redraw) {
    while (probe.firstPixelAt === null || performance.now() - (probe.pictures.at(-1)?.[0] ?? 0) < stillMilliseconds)
      await pause(100)
    const wanted = probe.nextPicture()
    redraw()
    const last = (await wanted) ?? probe.pictures.at(-1)[1]
    let whole = null
    for (const [time, picture] of [...probe.pictures].reverse()) {
      if (missing(picture, last) > samePictureShare) break
      whole = time
    }
    probe.watching = false
    return { first: probe.firstPixelAt, whole: whole ?? probe.pictures.at(-1)[0], ink: inkOf(last) }
  }

  /** @type {{ script: number, whole: number }[] | null} milliseconds of each frame */
  let frames = null
  let isCounted = false

  /** Once for each task that draws: how long the script took, and the card until a pixel could be read. */
  function countFrame() {
    if (frames === null || isCounted) return
    isCounted = true
    queueMicrotask(() => {
      isCounted = false
      const script = performance.now() - probe.frameBegan
      probe.finish()
      frames?.push({ script, whole: performance.now() - probe.frameBegan })
    })
  }
  window.benchDrawing = {
    opened,
    startFrames() {
      frames = []
      probe.drawn = countFrame
    },
    frameCount: () => frames?.length ?? 0,
    takeFrames() {
      const taken = frames
      frames = null
      probe.drawn = null
      return taken
    },
  }
}
