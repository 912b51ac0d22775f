import type { IndexedImage } from './png.js'

/** Box of the colour space: its histogram entries, and its next cut. */
interface ColorBox {
  readonly from: number
  readonly to: number
  /** Spread times weight: the box with the highest value is cut first. */
  readonly urgency: number
  readonly channel: number
}

interface Histogram {
  /** r g b a per entry, 8 bits each. */
  readonly colors: Uint8Array
  readonly counts: Uint32Array
  readonly order: Uint32Array
}

/** Bits per channel in the histogram; each entry stores the mean of its colours, so flat faces stay exact. */
const countedBits = 4
const computeColorKey = (rgba: Uint8Array, at: number): number =>
  rgba[at + 3] === 0
    ? 0
    : 1 +
      (((rgba[at] >> (8 - countedBits)) << (countedBits * 3)) |
        ((rgba[at + 1] >> (8 - countedBits)) << (countedBits * 2)) |
        ((rgba[at + 2] >> (8 - countedBits)) << countedBits) |
        (rgba[at + 3] >> (8 - countedBits)))

function createColorBox({ colors, counts, order }: Histogram, from: number, to: number): ColorBox {
  let urgency = 0
  let channel = 0
  for (let candidate = 0; candidate < 4; candidate++) {
    let weight = 0
    let sum = 0
    let squares = 0
    for (let at = from; at < to; at++) {
      const value = colors[order[at] * 4 + candidate]
      const count = counts[order[at]]
      weight += count
      sum += value * count
      squares += value * value * count
    }
    const spread = squares - (sum * sum) / Math.max(weight, 1)
    if (spread > urgency) {
      urgency = spread
      channel = candidate
    }
  }
  return { from, to, urgency: to - from > 1 ? urgency : 0, channel }
}

/** Cuts a box where the sum of squared errors of both halves is smallest. */
function cut(histogram: Histogram, box: ColorBox): [ColorBox, ColorBox] {
  const { colors, counts, order } = histogram
  const own = order.subarray(box.from, box.to)
  own.sort((one, other) => colors[one * 4 + box.channel] - colors[other * 4 + box.channel] || one - other)
  let weight = 0
  let sum = 0
  for (const entry of own) {
    weight += counts[entry]
    sum += colors[entry * 4 + box.channel] * counts[entry]
  }
  let best = 1
  let maxGain = -1
  let left = 0
  let leftSum = 0
  for (let at = 0; at + 1 < own.length; at++) {
    left += counts[own[at]]
    leftSum += colors[own[at] * 4 + box.channel] * counts[own[at]]
    const gain = leftSum ** 2 / left + (sum - leftSum) ** 2 / (weight - left)
    if (gain > maxGain) {
      maxGain = gain
      best = at + 1
    }
  }
  return [createColorBox(histogram, box.from, box.from + best), createColorBox(histogram, box.from + best, box.to)]
}

function computeMean({ colors, counts, order }: Histogram, { from, to }: ColorBox): number[] {
  const sums = [0, 0, 0, 0]
  let weight = 0
  for (let at = from; at < to; at++) {
    weight += counts[order[at]]
    for (let channel = 0; channel < 4; channel++) sums[channel] += colors[order[at] * 4 + channel] * counts[order[at]]
  }
  return sums.map((sum) => Math.round(sum / weight))
}

/** Consecutive pixels of one colour, in pixels, and their entry in the histogram. */
interface PixelRun {
  readonly from: number
  readonly end: number
  readonly entry: number
}

/** Counts the colours of an image by runs of equal pixels, mostly background; entry 0 is the empty background. */
function countColors(rgba: Uint8Array): { histogram: Histogram; runs: PixelRun[] } {
  const numbers = new Int32Array(1 + (1 << (countedBits * 4))).fill(-1)
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const runs: PixelRun[] = []
  const sums: number[] = [0, 0, 0, 0]
  const counts: number[] = [0]
  numbers[0] = 0
  for (let from = 0, end = 0; from < pixels.length; from = end) {
    const pixel = pixels[from]
    do end++
    while (end < pixels.length && pixels[end] === pixel)
    const key = computeColorKey(rgba, 4 * from)
    if (numbers[key] < 0) {
      numbers[key] = counts.push(0) - 1
      sums.push(0, 0, 0, 0)
    }
    const entry = numbers[key]
    runs.push({ from, end, entry })
    counts[entry] += end - from
    for (let channel = 0; channel < 4; channel++) sums[entry * 4 + channel] += rgba[4 * from + channel] * (end - from)
  }
  const colors = new Uint8Array(sums.length)
  for (let at = 0; at < sums.length; at++) colors[at] = Math.round(sums[at] / Math.max(1, counts[at >> 2]))
  const order = Uint32Array.from({ length: counts.length - 1 }, (_, entry) => entry + 1)
  return { histogram: { colors, counts: Uint32Array.from(counts), order }, runs }
}

/** Reduces r g b a pixels to a palette of at most 256 colours (variance cut); preserves full transparency. */
export function toIndexed(rgba: Uint8Array, width: number, height: number): IndexedImage {
  const { histogram, runs } = countColors(rgba)
  const boxes: ColorBox[] = histogram.order.length === 0 ? [] : [createColorBox(histogram, 0, histogram.order.length)]
  while (boxes.length < 255) {
    const widest = boxes.reduce((best, box, at) => (box.urgency > (boxes[best]?.urgency ?? 0) ? at : best), 0)
    const box = boxes[widest]
    if (box === undefined || box.urgency === 0) break
    boxes.splice(widest, 1, ...cut(histogram, box))
  }
  const rowOfEntry = new Uint8Array(histogram.counts.length)
  const palette = [0, 0, 0, 0]
  boxes.forEach((box, row) => {
    palette.push(...computeMean(histogram, box))
    for (let at = box.from; at < box.to; at++) rowOfEntry[histogram.order[at]] = row + 1
  })
  const pixels = new Uint8Array(rgba.length / 4)
  for (const { from, end, entry } of runs) pixels.fill(rowOfEntry[entry], from, end)
  return { width, height, palette: Uint8Array.from(palette), pixels }
}
