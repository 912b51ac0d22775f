import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeScreenshot, type ScreenshotSource } from './screenshot.js'

describe('takeScreenshot', () => {
  interface Put {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  let log: string[] = []
  let puts: Put[] = []
  let isBlobMade = true
  beforeEach(() => {
    log = []
    puts = []
    isBlobMade = true
    const context = {
      drawImage: (_: unknown, ...box: number[]) => log.push(`copy ${box.join()}`),
      putImageData: ({ width, height }: Put, x: number, y: number) => puts.push({ x, y, width, height }),
    }
    vi.stubGlobal(
      'ImageData',
      class {
        readonly width: number
        readonly height: number
        constructor(pixels: Uint8ClampedArray, width: number, height: number) {
          if (pixels.length !== width * height * 4) throw new RangeError('pixels do not fit')
          this.width = width
          this.height = height
        }
      },
    )
    vi.stubGlobal('document', {
      createElement: () => ({
        getContext: () => context,
        toBlob: (done: (blob: Blob | null) => void, type: string, quality: number) =>
          done(isBlobMade ? new Blob([`${type} ${quality}`], { type }) : null),
      }),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const source: ScreenshotSource = {
    canvas: { width: 800, height: 600 } as HTMLCanvasElement,
    paintStill: () => log.push('still'),
    paintTile: ({ width, height, x, y, frame }) => {
      log.push(`tile ${x},${y} of ${frame.width}×${frame.height}`)
      return new Uint8ClampedArray(width * height * 4)
    },
    paintOver: ({ width, height }) => log.push(`over ${width}×${height}`),
  }

  it('copies the frame on the canvas, as large as it or smaller', async () => {
    const blob = await takeScreenshot(source, {})
    expect([log, await blob.text()]).toEqual([['still', 'copy 0,0,800,600'], 'image/png 0.92'])
    log = []
    const small = await takeScreenshot(source, { width: 400, height: 300, type: 'image/jpeg', quality: 0.5 })
    expect([log, await small.text()]).toEqual([['still', 'copy 0,0,400,300'], 'image/jpeg 0.5'])
  })

  it('draws larger images tile by tile, without gaps', async () => {
    await takeScreenshot(source, { width: 2500, height: 1100 })
    expect(puts).toEqual([
      { x: 0, y: 0, width: 1024, height: 1024 },
      { x: 1024, y: 0, width: 1024, height: 1024 },
      { x: 2048, y: 0, width: 452, height: 1024 },
      { x: 0, y: 1024, width: 1024, height: 76 },
      { x: 1024, y: 1024, width: 1024, height: 76 },
      { x: 2048, y: 1024, width: 452, height: 76 },
    ])
    expect(log[1]).toBe('tile 1024,0 of 2500×1100')
  })

  it('draws annotations on request, after the model', async () => {
    await takeScreenshot(source, { annotations: true })
    expect(log.at(-1)).toBe('over 800×600')
  })

  it('refuses what is larger than the browser supports', async () => {
    await expect(takeScreenshot(source, { width: 8193, height: 10 })).rejects.toThrow(RangeError)
    isBlobMade = false
    await expect(takeScreenshot(source, { width: 8192, height: 8 })).rejects.toThrow(RangeError)
  })
})
