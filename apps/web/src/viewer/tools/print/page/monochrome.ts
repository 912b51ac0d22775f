import type { SheetColor } from '@kamar/core'
import type { SheetDrawing } from '@kamar/packager/sheets'

/**
 * Draws lines and texts in black and fills in grey, as offices plot drawings: colours on the screen are those of layers,
 * and yellow is not readable on paper. Images keep their colours, and masks that of the paper.
 */
export function toMonochrome(drawing: SheetDrawing): SheetDrawing {
  const { info, fills } = drawing
  const { layers, styles } = info
  const lineStyles = styles.map((style) => ({ ...style, color: toBlack(style.color) }))
  const fillStyles = styles.map((style) => ({
    ...style,
    color: toGrey(style.color === 'layer' ? (layers[style.layer]?.color ?? 'foreground') : style.color),
  }))
  return {
    ...drawing,
    info: { ...info, styles: [...lineStyles, ...fillStyles] },
    fills: fills && {
      ...fills,
      style: fills.style.map((style) => style + styles.length),
      gradients: fills.gradients.map((gradient) => ({
        ...gradient,
        colors: [computeGrey(gradient.colors[0]), computeGrey(gradient.colors[1])] as const,
      })),
    },
  }
}

const toBlack = (color: SheetColor): 'background' | 'foreground' => (color === 'background' ? color : 'foreground')

const toGrey = (color: Exclude<SheetColor, 'layer'>): Exclude<SheetColor, 'layer'> =>
  typeof color === 'number' ? computeGrey(color) : color

/** Computes the grey of the same luma (Rec. 601), 0xRRGGBB. */
function computeGrey(color: number): number {
  const luma = Math.round(0.299 * ((color >> 16) & 255) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255))
  return luma * 0x010101
}
