import type { GlyphFaces } from '@kamar/packager/sheets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useId, useRef } from 'react'
import { composePage, type PageRequest } from './page/compose-page.js'
import { computePageAreas, computePaperSize } from './page/page-setup.js'
import { paintPage } from './output/paint-page.js'
import { createReader, type ReadFile } from './output/write-files.js'

interface PagePreviewProps {
  readonly request: PageRequest
  readonly fonts: GlyphFaces
  readonly readFile: ReadFile
  readonly label: string
  /** Space of the preview, CSS pixels. */
  readonly maxWidth: number
  readonly maxHeight: number
  readonly onMove: (center: readonly [number, number]) => void
}

/** Content and frame of a page, painted separately: the content follows the pointer below its frame. */
interface PaintedPage {
  readonly content: HTMLCanvasElement
  readonly frame: HTMLCanvasElement
}

/** Distance of an arrow key, millimetres on paper. */
const keyStep = 10
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, keyStep],
  ArrowDown: [0, -keyStep],
}

/** Renders a page as it will be printed; its content is dragged, or moved with the arrow keys. */
export function PagePreview({ request, fonts, readFile, label, maxWidth, maxHeight, onMove }: PagePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const { setup, content, scale, center } = request
  const paper = computePaperSize(setup, content.own)
  const pixel = Math.min(maxWidth / paper.width, maxHeight / paper.height)
  const ratio = window.devicePixelRatio
  const painted = usePaintedPage(request, { fonts, readFile, pixelsPerMillimetre: pixel * ratio })
  useEffect(() => {
    if (canvas.current && painted) draw(canvas.current, painted, [0, 0])
  }, [painted])
  const shift = (right: number, up: number): void => {
    const factor = content.millimetresPerUnit / scale
    onMove([center[0] - right / factor, center[1] - up / factor])
  }
  const getOffset = ({ clientX, clientY }: PointerEvent): readonly [number, number] => [
    clientX - (drag.current?.x ?? clientX),
    clientY - (drag.current?.y ?? clientY),
  ]
  return (
    <button
      type="button"
      aria-label={label}
      className="mx-auto w-fit cursor-grab touch-none shadow-float active:cursor-grabbing"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={(event) => {
        if (!drag.current || !painted || !canvas.current) return
        const [x, y] = getOffset(event)
        draw(canvas.current, painted, [x * ratio, y * ratio], computeClip(request, pixel * ratio))
      }}
      onPointerUp={(event) => {
        const [x, y] = getOffset(event)
        drag.current = null
        if (x !== 0 || y !== 0) shift(x / pixel, -y / pixel)
      }}
      onPointerCancel={() => {
        drag.current = null
      }}
      onKeyDown={(event) => {
        const arrow = arrows[event.key]
        if (!arrow) return
        event.preventDefault()
        shift(...arrow)
      }}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        style={{ width: paper.width * pixel, height: paper.height * pixel }}
        className="block bg-white"
      />
    </button>
  )
}

interface Painting {
  readonly fonts: GlyphFaces
  readonly readFile: ReadFile
  readonly pixelsPerMillimetre: number
}

/** Paints the page when it changes; until then the previous one stays. */
function usePaintedPage(request: PageRequest, { fonts, readFile, pixelsPerMillimetre }: Painting): PaintedPage | null {
  const { setup, scale, center, fields, content } = request
  const id = useId()
  const { data } = useQuery({
    queryKey: ['print', 'painted', id, { setup, scale, center, fields, name: content.name, pixelsPerMillimetre }],
    queryFn: async (): Promise<PaintedPage> => {
      const painting = { pixelsPerMillimetre, background: null, readImage: createReader(readFile) }
      const paint = (parts: NonNullable<PageRequest['parts']>): Promise<HTMLCanvasElement> =>
        paintPage(composePage({ ...request, parts }, fonts), painting)
      return {
        content: await paint({ content: true, frame: false }),
        frame: await paint({ content: false, frame: true }),
      }
    },
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

type Clip = readonly [number, number, number, number]

/** Returns the area of the content on the canvas: left, top, width, height. */
function computeClip({ setup, content }: PageRequest, pixels: number): Clip {
  const { height } = computePaperSize(setup, content.own)
  const [left, bottom, right, top] = computePageAreas(setup, content.own).drawing
  return [left * pixels, (height - top) * pixels, (right - left) * pixels, (top - bottom) * pixels]
}

function draw(
  canvas: HTMLCanvasElement,
  { content, frame }: PaintedPage,
  [x, y]: readonly [number, number],
  clip?: Clip,
): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  // The size of the painted page: a new one is stretched until it is painted.
  if (canvas.width !== content.width) canvas.width = content.width
  if (canvas.height !== content.height) canvas.height = content.height
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.save()
  if (clip) {
    context.beginPath()
    context.rect(...clip)
    context.clip()
  }
  context.drawImage(content, x, y, canvas.width, canvas.height)
  context.restore()
  context.drawImage(frame, 0, 0, canvas.width, canvas.height)
}
